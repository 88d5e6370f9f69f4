#include "guzumi/classics/classic.h"

#include <assert.h>
#include <string.h>

static int add_layer(struct classic_shape *s, const char *name, struct classic_layer layer) {
    assert(s->layer_count < CLASSIC_LAYERS && strlen(name) < CLASSIC_NAME);
    strcpy(layer.name, name);
    s->layers[s->layer_count] = layer;
    return s->layer_count++;
}

int classic_shape_map(struct classic_shape *s, const char *name, int side,
                      enum activation activation) {
    return add_layer(
        s, name,
        (struct classic_layer){.side = side, .units = side * side, .activation = activation});
}

int classic_shape_vector(struct classic_shape *s, const char *name, int units,
                         enum activation activation) {
    return add_layer(s, name, (struct classic_layer){.units = units, .activation = activation});
}

void classic_shape_link(struct classic_shape *s, int from, int to, int kernel) {
    assert(s->link_count < CLASSIC_LINKS);
    s->links[s->link_count++] = (struct classic_link){.from = from, .to = to, .kernel = kernel};
}

static bool layer_is_sound(const struct classic_layer *l) {
    const bool named = l->name[0] && memchr(l->name, 0, CLASSIC_NAME);
    const bool sized = l->side ? l->side >= 1 && l->side <= 19 && l->units == l->side * l->side
                               : l->units >= 1 && l->units <= 1024;
    return named && sized && l->activation >= ACTIVATION_LINEAR &&
           l->activation <= ACTIVATION_LOGISTIC;
}

static bool link_is_sound(const struct classic_shape *s, const struct classic_link *l) {
    if (l->from < 0 || l->from >= l->to || l->to >= s->layer_count) return false;
    const int side = s->layers[l->from].side;
    if (l->kernel == 0) return !s->symmetric;
    return l->kernel > 0 && l->kernel % 2 == 1 && l->kernel <= 39 && side > 0 &&
           s->layers[l->to].side == side;
}

bool classic_shape_is_sound(const struct classic_shape *s) {
    if (s->layer_count < 2 || s->layer_count > CLASSIC_LAYERS) return false;
    if (s->link_count < 1 || s->link_count > CLASSIC_LINKS) return false;
    for (int i = 0; i < s->layer_count; i++)
        if (!layer_is_sound(&s->layers[i]) || (s->symmetric && !s->layers[i].side)) return false;
    for (int i = 0; i < s->link_count; i++)
        if (!link_is_sound(s, &s->links[i]) || (i && s->links[i].to < s->links[i - 1].to))
            return false;
    return true;
}
