"""Target categories: what a functor takes its values in. Each brings its exact meaning: sets, matrices, manifolds."""
