; Names of values, and where they count.
[(file) (robot) (function) (module) (robot_loop) (module_loop) (link_loop) (assembly_loop) (test) (test_loop) (list) (expression)] @local.scope

(param (name) @local.definition)
(formal (name) @local.definition)
(pattern (name) @local.definition)
(function "fn" . (name) @local.definition)
(module "module" . (name) @local.definition)

(power . (identifier) @local.reference)
