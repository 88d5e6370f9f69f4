# The rooms: each is a folder of src with a folder of contracts in include/guzumi, and one static
# library. Read by CMakeLists.txt, which builds them so, and by tests/check_layers.cmake, which
# rejects an #include that does not fit.

# Lowest first.
set(layers base go playout learner shapes network classics search player match gtp selfplay cli)

# Folders within a room, whose files share its headers.
set(parts_cli analyze kata learn)

# What each stands on; what these stand on may be used too.
set(uses_base)
set(uses_go base)
set(uses_playout go)
set(uses_learner playout)
set(uses_shapes learner)
set(uses_classics learner)
set(uses_network shapes)
set(uses_search network classics)
set(uses_player search)
set(uses_match player)
set(uses_gtp player)
set(uses_selfplay match)
set(uses_cli selfplay gtp)
