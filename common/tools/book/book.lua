-- One page of the book, for pandoc: links between pages follow them, hints and answers fold, and
-- what the page says goes to $BOOK_INDEX for the search. $BOOK_PAGE is the page's file, $BOOK_PAGES
-- all of them, a line each; $BOOK_ROOT is the way from the book's folder to the project's.
-- Pages are named from the project's folder: README.md, docs/NAME.md, docs/hints/NAME.md.

local this = os.getenv("BOOK_PAGE")
local root = os.getenv("BOOK_ROOT")
local pages = {}
for page in os.getenv("BOOK_PAGES"):gmatch("[^\n]+") do pages[page] = true end

-- Where a page lies in the book: README.md is its first.
local function place(file)
    return file == "README.md" and "index.html"
        or (file:gsub("^docs/", ""):gsub("%.md$", ".html"))
end

local here = place(this)
local up = here:gsub("[^/]+$", ""):gsub("[^/]+/", "../")

-- A path that a page names, from the project's folder: a/b/../c is a/c.
local function from_top(path)
    local parts = {}
    for part in (this:gsub("[^/]+$", "") .. path):gmatch("[^/]+") do
        if part == ".." and #parts > 0 and parts[#parts] ~= ".." then
            table.remove(parts)
        elseif part ~= "." then
            parts[#parts + 1] = part
        end
    end
    return table.concat(parts, "/")
end

local function follow(target)
    if target:match("^%a[%w+.-]*:") or target:sub(1, 1) == "#" or target == "" then
        return target
    end
    local path, anchor = target:match("^([^#]*)(.*)$")
    path = from_top(path)
    if pages[path] then
        return up .. place(path) .. anchor
    elseif path:match("^docs/.*%.svg$") or path:match("^docs/.*%.png$") then
        return up .. path:gsub("^docs/", "") .. anchor -- copied into the book
    end
    return up .. root .. "/" .. path .. anchor
end

local links = {
    Link = function(link)
        link.target = follow(link.target)
        return link
    end,
    Image = function(image)
        image.src = follow(image.src)
        return image
    end
}

local function quoted(text)
    return '"' .. text:gsub('[\\"]', "\\%0"):gsub("%s+", " "):gsub("</", "<\\/") .. '"'
end

-- Sections as {page, anchor, heading, text}, for search.js.
local function index(blocks)
    local file = io.open(os.getenv("BOOK_INDEX"), "w")
    local title, id, text = nil, "", {}
    local function flush()
        if title then
            file:write("[", quoted(here), ",", quoted(id), ",", quoted(title), ",",
                quoted(table.concat(text, " ")), "],\n")
        end
    end
    for _, block in ipairs(blocks) do
        if block.t == "Header" then
            flush()
            title, id, text = pandoc.utils.stringify(block), block.identifier, {}
        elseif block.t ~= "RawBlock" then
            text[#text + 1] = block.text or pandoc.utils.stringify(block)
        end
    end
    flush()
    file:close()
end

-- Each section of the third level becomes a <details>, closed.
local function fold(blocks)
    local folded, open = {}, false
    local function close()
        if open then folded[#folded + 1] = pandoc.RawBlock("html", "</details>") end
        open = false
    end
    for _, block in ipairs(blocks) do
        if block.t == "Header" and block.level <= 3 then
            close()
        end
        if block.t == "Header" and block.level == 3 then
            folded[#folded + 1] = pandoc.RawBlock("html", '<details id="' .. block.identifier ..
                '"><summary>' .. pandoc.utils.stringify(block) .. "</summary>")
            open = true
        else
            folded[#folded + 1] = block
        end
    end
    close()
    return folded
end

function Pandoc(doc)
    index(doc.blocks)
    if this:match("^docs/hints/") then
        doc.blocks = fold(doc.blocks)
    end
    return pandoc.Pandoc(pandoc.walk_block(pandoc.Div(doc.blocks), links).content, doc.meta)
end
