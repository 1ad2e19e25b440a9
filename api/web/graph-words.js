// What the graph view says.
import { addWords } from "./words.js";

addWords({
  en: {
    view: "Show", viewEvidence: "Evidence of the answer", viewPages: "Site map", viewEntities: "Names", viewTopics: "Topics by level", viewTree: "Sections of a page", viewFree: "My own",
    howMany: "At most", drawing: "Drawing", asList: "List", edgesShown: "Edges", kindsShown: "Kinds", typeShown: "Type", everyType: "Every type",
    HYPERLINK: "links to", CONTAINS: "contains", MENTIONS: "mentions", RELATES: "relates", level: "level {n}",
    arrange: "Arrange", zoomIn: "Zoom in", zoomOut: "Zoom out", copyCypher: "Copy", hideNode: "Take out", drawTree: "Draw its sections", draw: "Draw",
    pathBanner: "Path from “{name}”. Choose the other end in the drawing, the list or the search; Escape cancels.", pathFound: "A path of {n} steps.",
    seeking: "Looking for a path.", added: "New nodes: {n}.", nothingNew: "Nothing new: all its neighbours are drawn or filtered out.", noResult: "Nothing of that name.",
    emptyGraph: "Nothing to draw here yet.", noTopics: "This site has no topics yet.", chooseNode: "Choose a node to read what it holds and where that was read.",
    keysHelp: "Arrow keys move between nodes, Enter expands, P begins a path, plus and minus zoom, 0 fits, Escape cancels. The list shows the same as text.",
    graphLabel: "Drawing of the graph", said: "{kind}: {name}. {n} edges.", inDrawing: "In the drawing", showMore: "Show more", edgesOf: "Edges", name: "Name",
    sourcesOf: "{n} sources", sourceOf: "1 source", readIn: "read in {place}", foundBy: "found by {how}", copyAs: "Same view as a statement for Neo4j Browser", results: "Results", type: "Type", withBlocks: "Blocks in order",
  },
  zh: {
    view: "显示", viewEvidence: "回答的依据", viewPages: "网站地图", viewEntities: "名称", viewTopics: "分层主题", viewTree: "页面章节", viewFree: "自选",
    howMany: "最多", drawing: "图形", asList: "列表", edgesShown: "边", kindsShown: "种类", typeShown: "类型", everyType: "所有类型",
    HYPERLINK: "链接到", CONTAINS: "包含", MENTIONS: "提及", RELATES: "关联", level: "第 {n} 层",
    arrange: "重新排列", zoomIn: "放大", zoomOut: "缩小", copyCypher: "复制", hideNode: "移出", drawTree: "画出章节", draw: "画出",
    pathBanner: "从“{name}”出发的路径。请在图形、列表或搜索中选择另一端；按 Esc 取消。", pathFound: "路径共 {n} 步。",
    seeking: "正在找路径。", added: "新增 {n} 个节点。", nothingNew: "没有新的节点：相邻节点都已画出或被筛除。", noResult: "没有这个名称。",
    emptyGraph: "这里还没有可画的内容。", noTopics: "本站还没有主题。", chooseNode: "选择一个节点，查看其内容和出处。",
    keysHelp: "方向键在节点间移动，回车展开，P 开始找路径，加减号缩放，0 适应窗口，Esc 取消。列表以文字显示同样内容。",
    graphLabel: "图谱图形", said: "{kind}：{name}。{n} 条边。", inDrawing: "图中相邻", showMore: "显示更多", edgesOf: "边", name: "名称",
    sourcesOf: "{n} 处来源", sourceOf: "1 处来源", readIn: "出自 {place}", foundBy: "由 {how} 得出", copyAs: "在 Neo4j Browser 中查看同样内容的语句", results: "结果", type: "类型", withBlocks: "按顺序的内容块",
  },
});
