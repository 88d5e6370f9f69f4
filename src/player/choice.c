#include "engine_state.h"

/* What is worth playing. In a hurry only the opponent's pass makes it ask what is settled. */
static struct bitset candidates_for(const struct engine *e, const struct choice *choice,
                                    const struct effort *effort) {
    const enum ending ending = choice->ending;
    if (ending == ENDING_AGREE && choice_passing_wins(e, choice->color))
        return (struct bitset){{0}};
    if (effort_can_judge(effort) || game_last_point(&e->game) == PASS || ending == ENDING_CLEAN)
        return choice_worthwhile(e, choice->color, ending, effort->begin + effort->most);
    return choice_legal(e, choice->color);
}

enum status choice_make(struct engine *e, struct search *search, const struct effort *effort,
                        struct rng *rng, struct choice *choice, struct failure *why) {
    choice->candidates = candidates_for(e, choice, effort);
    const bool is_open = !bitset_is_single(&choice->candidates, e->game.board.words);
    const struct search_position position = engine_position(e, choice->color);
    struct search_limit limit = effort_limit(effort, is_open);
    limit.stop = &e->stop;
    limit.watch = observer_begin(e, search, false);
    const enum status status =
        search->method->run(search, &position, &choice->candidates, &limit, rng, why);
    struct search_statistics found;
    if (status == STATUS_OK) search->method->statistics(search, &found);
    observer_end(e, status == STATUS_OK ? &found : NULL);
    if (status != STATUS_OK) return status;
    choice->move = found.candidates[0].point;
    choice->value = found.winrate;
    choice->until = found.until;
    return STATUS_OK;
}
