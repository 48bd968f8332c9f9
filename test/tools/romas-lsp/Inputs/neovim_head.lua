-- Runs the lens "compare with HEAD" in neovim's own client and says what the window shows that opens.
local function say(text) io.stdout:write(text .. "\n") end
local function wait(what, condition)
  if not vim.wait(30000, condition, 20) then say("waited in vain for " .. what) vim.cmd("cquit 1") end
end
dofile(vim.env.COMMAND)
vim.cmd("edit arm.urdf")
local client = vim.lsp.start_client({name = "romas-lsp", cmd = {vim.env.ROMAS_LSP}, root_dir = vim.fn.getcwd(),
  init_options = {compareWithHead = true}})
vim.lsp.buf_attach_client(0, client)
wait("the server", function() return vim.lsp.buf_get_clients(0)[client] ~= nil end)
vim.lsp.codelens.refresh()
wait("lenses", function() return #vim.lsp.codelens.get(0) > 0 end)
for _, lens in ipairs(vim.lsp.codelens.get(0)) do
  say("lens at " .. lens.range.start.line + 1 .. ": " .. lens.command.title)
  vim.api.nvim_win_set_cursor(0, {lens.range.start.line + 1, 0})
end
vim.lsp.codelens.run()
local function shown()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then return vim.api.nvim_win_get_buf(window) end
  end
end
wait("a window", shown)
say("shown: " .. table.concat(vim.api.nvim_buf_get_lines(shown(), 0, -1, false), " "))
vim.lsp.stop_client(client)
vim.cmd("qall!")
