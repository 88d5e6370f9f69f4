#include "recorded_games.h"

#include "guzumi/base/file.h"
#include "guzumi/go/sgf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool recorded_game_is_whole(const struct game *game) {
    const size_t points = (size_t)(game->board.size * game->board.size);
    return game_passes(game) >= 2 || game->count * 5 >= points * 3;
}

/* Plays the record of file PATH into *OUT, which is initialised. */
static enum status read_game(struct game *out, const char *path, int *size, struct failure *why) {
    struct sgf *sgf;
    enum status status = sgf_load(&sgf, path, why);
    if (status != STATUS_OK) return status;
    *size = sgf_size(sgf);
    status = sgf_to_game(sgf, SGF_ALL_MOVES, out, why);
    sgf_free(sgf);
    return status;
}

/* Adds the record of file PATH, unless it is to be left out. */
static enum status add(struct recorded_games *r, const char *path, int size, struct failure *why) {
    struct game game;
    int found = 0;
    struct game *more = realloc(r->games, ((size_t)r->count + 1) * sizeof *more);
    if (!more) return out_of_memory(why, "game records");
    r->games = more;
    enum status status = game_init(&game, size, why);
    if (status != STATUS_OK) return status;
    status = read_game(&game, path, &found, why);
    if (status == STATUS_OK && found == size && recorded_game_is_whole(&game)) {
        r->games[r->count++] = game;
        return STATUS_OK;
    }
    r->left_out += status == STATUS_OK;
    game_free(&game);
    return status;
}

static enum status add_all(struct recorded_games *r, const char *folder,
                           const struct file_names *names, int size, struct failure *why) {
    enum status status = STATUS_OK;
    for (int i = 0; i < names->count && status == STATUS_OK; i++) {
        const size_t room = strlen(folder) + strlen(names->list[i]) + 2;
        char *path = malloc(room);
        if (!path) return out_of_memory(why, "game records");
        snprintf(path, room, "%s/%s", folder, names->list[i]);
        status = add(r, path, size, why);
        free(path);
    }
    if (status == STATUS_OK && r->count == 0)
        status = fail(why, STATUS_INVALID,
                      "%.200s: none of its %d records (*.sgf) is a %dx%d game "
                      "played to its end",
                      folder, names->count, size, size);
    return status;
}

enum status recorded_games_load(struct recorded_games *out, const char *path, int size,
                                struct failure *why) {
    struct file_names names;
    *out = (struct recorded_games){0};
    enum status status = file_list(&names, path, ".sgf", why);
    if (status != STATUS_OK) return status;
    status = add_all(out, path, &names, size, why);
    file_names_free(&names);
    if (status != STATUS_OK) recorded_games_free(out);
    return status;
}

void recorded_games_free(struct recorded_games *r) {
    for (int i = 0; i < r->count; i++) game_free(&r->games[i]);
    free(r->games);
    *r = (struct recorded_games){0};
}
