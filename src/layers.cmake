# The layers: each is a folder of src and one static library. Read by CMakeLists.txt, which builds
# them so, and by tests/check_layers.cmake, which rejects an #include that does not fit.

# Lowest first.
set(layers base go features playout value learning search player match gtp training cli)

# What each stands on; what these stand on may be used too.
set(uses_base)
set(uses_go base)
set(uses_features go)
set(uses_playout go)
set(uses_value features playout)
set(uses_learning value)
set(uses_search learning)
set(uses_player search)
set(uses_match player)
set(uses_gtp player)
set(uses_training match)
set(uses_cli training gtp)

# A public header, or table, is of the layer that has a .c file of its name. These have none, or one
# for each system in the folder platform.
set(headers_base bitset charset concurrent hash input process rng system)
set(headers_playout softmax_features trajectory)
set(headers_value move_features)
set(headers_search searches)
