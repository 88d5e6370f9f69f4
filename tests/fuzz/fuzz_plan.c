/* Plans of matches: any text is rejected with one line that names the place, or gives a plan. */
#include "guzumi/match/plan.h"

#include "fuzz.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct plan plan;
    struct failure why = {""};
    char *text = malloc(size + 1);
    CHECK(text);
    memcpy(text, data, size);
    text[size] = 0;
    if (plan_parse(&plan, text, "input", &why) == STATUS_OK) {
        const int64_t total = plan_total(&plan);
        CHECK(total >= 0 && total <= PLAN_MAX_GAMES);
        CHECK(plan.player_count >= 2 && plan.player_count <= PLAN_MAX_PLAYERS);
        for (int i = 0; i < plan.player_count; i++)
            CHECK(plan_find_player(&plan, plan.players[i].name) == i);
        plan_free(&plan);
    } else {
        CHECK(strncmp(why.text, "input", 5) == 0 && !strchr(why.text, '\n'));
    }
    free(text);
    return 0;
}
