/* SGF: any bytes are rejected with one line, or give a record that survives writing and reading,
 * and a game that survives being recorded and read. */
#include "round_trip.h"

#include <string.h>

enum { MAX_INPUT = 1 << 16 };

static struct buffer print_again(const struct buffer *text) {
    struct sgf *sgf = parse_sgf(text);
    struct buffer out = print_sgf(sgf);
    sgf_free(sgf);
    return out;
}

static bool is_ascii(const struct buffer *text) {
    for (size_t i = 0; i < text->length; i++)
        if (text->data[i] >= 0x80) return false;
    return true;
}

/* Without what was left out, bytes may look like a character set that they did not look like. */
static void check_same_text(const struct sgf *sgf) {
    struct buffer first = print_sgf(sgf), second = print_again(&first);
    if (!is_ascii(&first)) {
        buffer_free(&first);
        first = second;
        second = print_again(&first);
    }
    CHECK(first.length == second.length && memcmp(first.data, second.data, first.length) == 0);
    buffer_free(&first);
    buffer_free(&second);
}

/* Visits every node. */
static void walk(const struct sgf *sgf) {
    static const char *const names[] = {"C", "B", "PB", "AB", "RE"};
    int node = SGF_ROOT;
    while (node != SGF_NONE) {
        struct move move;
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            free(sgf_text(sgf, node, names[i]));
        if (sgf_move(sgf, node, &move)) CHECK(move.color == BLACK || move.color == WHITE);
        int next = sgf_child(sgf, node);
        while (next == SGF_NONE && node != SGF_NONE) {
            next = sgf_sibling(sgf, node);
            node = sgf_parent(sgf, node);
        }
        node = next;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct sgf *sgf;
    struct game game;
    struct failure why = {""};
    if (size > MAX_INPUT) return 0;
    if (sgf_parse(&sgf, "input", data, size, &why) != STATUS_OK) {
        CHECK(*why.text && !strchr(why.text, '\n'));
        return 0;
    }
    walk(sgf);
    check_same_text(sgf);
    CHECK(game_init(&game, 9, &why) == STATUS_OK);
    if (sgf_to_game(sgf, SGF_ALL_MOVES, &game, &why) == STATUS_OK)
        check_same_game(&game);
    else
        CHECK(*why.text && !strchr(why.text, '\n'));
    game_free(&game);
    sgf_add_comment(sgf, SGF_ROOT, "a \\ and a ]");
    check_same_text(sgf);
    sgf_free(sgf);
    return 0;
}
