-- Parses the open file with neovim's own Tree-sitter and says each colour, a line each; then what a half-typed text is.
local function say(text) io.stdout:write(text .. "\n") end
vim.opt.runtimepath:append(vim.env.XDG_CONFIG_HOME .. "/nvim")
local ok, problem = pcall(function()
  local parser = vim.treesitter.get_parser(0, "romas")
  local root = parser:parse()[1]:root()
  say("whole: " .. root:type())
  say("errors: " .. tostring(root:has_error()))
  local queries = vim.treesitter.query
  local query = (queries.get or queries.get_query)("romas", "highlights")  -- as newer ones call it, and 0.7
  local text_of = vim.treesitter.get_node_text or queries.get_node_text
  for id, node in query:iter_captures(root, 0, 0, -1) do
    say(text_of(node, 0) .. ": " .. query.captures[id])
  end
  vim.treesitter.highlighter.new(parser)
  vim.cmd("redraw")
  vim.api.nvim_buf_set_lines(0, 0, -1, false, {"robot r { link if; }"})
  say("after typing: errors: " .. tostring(parser:parse()[1]:root():has_error()))
end)
if not ok then say("failed: " .. problem) end
vim.cmd("qall!")
