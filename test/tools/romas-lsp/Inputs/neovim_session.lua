-- A working session in neovim's own client on a xacro robot with its SRDF and controllers: a mistake is typed and mended, a joint
-- renamed from the SRDF and back, from its macro. Says what a user would see, a line each.
local session = dofile(debug.getinfo(1, "S").source:match("@?(.*/)") .. "neovim_client.lua")
local say, wait, edit, go_to = session.say, session.wait, session.edit, session.go_to
local function misspelt()
  for _, found in ipairs(vim.diagnostic.get(0)) do
    if found.message:find("efort", 1, true) then return found end
  end
end
local function has(text)
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n"):find(text, 1, true) ~= nil
end

edit("urdf/arm.xacro")
go_to('effort="10"', 1)
vim.cmd("normal! x")
wait("the finding", misspelt)
say("finding: " .. misspelt().message)
vim.ui.select = function(items, options, chosen)
  for _, item in ipairs(items) do
    if options.format_item(item):find("^replace") then return chosen(item) end
  end
  say("no action replaces it")
end
vim.lsp.buf.code_action({context = {diagnostics = vim.lsp.diagnostic.get_line_diagnostics()}})
wait("no such finding", function() return has('effort="10"') and misspelt() == nil end)
say("mended")

edit("config/cell.srdf")
go_to('joint name="right_elbow"', 14)
vim.lsp.buf.rename("right_knee")
wait("the new name", function() return has("right_knee") end)
vim.cmd("wall")
vim.fn.mkdir(vim.env.BETWEEN, "p")
vim.fn.system("cp -r . " .. vim.env.BETWEEN)
say("renamed")

edit("urdf/arm.xacro")
go_to('joint name="${side}_knee"', 22)
vim.lsp.buf.rename("left_elbow")
wait("the old name", function() return has("${side}_elbow") end)
vim.cmd("wall")
say("renamed back")
vim.lsp.stop_client(session.client)
vim.cmd("qall!")
