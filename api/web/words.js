// What the page itself says, in English and Chinese. `t("name", {n: 3})` fills {n} in.
import { lasting } from "./store.js";

const WORDS = {
  en: {
    ask: "Ask", graph: "Graph", compare: "Compare", site: "Site", docs: "API", tour: "Tour", theme: "Dark or light",
    language: "中文", skip: "Skip to content", whichSite: "Site", question: "Your question",
    placeholder: "Ask this site a question", mode: "Mode", auto: "Automatic", stop: "Stop", sources: "Sources",
    noSources: "The sources of an answer appear here, each with the words it rests on.",
    suggestions: "This graph can answer", history: "Asked before", clear: "Clear", copy: "Copy", copied: "Copied",
    share: "Link", linked: "Link copied", helpful: "Helped", unhelpful: "Did not help", thanks: "Thank you, noted.",
    comment: "What was wrong or missing? (optional)", sendComment: "Send", retry: "Ask again in", why: "Why this answer",
    absent: "Not on this site", differ: "Pages disagree", broken: "Incomplete: the answer was cut off",
    stopped: "Incomplete: stopped", fault: "No answer", nearest: "Nearest pages", onePage: "One page",
    manyPages: "{n} pages", found: "Found {n} pieces of evidence", open: "Open at this place", block: "block", citedBlock: "The cited block",
    before: "Before it on the page", after: "After it on the page", entities: "Names in it", fetched: "Fetched {date}",
    modified: "changed {date}", source: "Source {n}", step: "Step", ms: "ms", detail: "Detail", route: "Mode {mode}, {sure} sure",
    answered: "The answer is complete.", asking: "Looking for an answer.", drawn: "Evidence as a graph", tokens: "{n} tokens",
    noTokens: "no language model, no tokens", unsure: "The sources do not support this sentence", noSite: "The graph is empty. Crawl a site first: sitequest crawl URL",
    notReady: "The server is starting: {why}", again: "Ask again", all: "Copy with sources",
    compareIntro: "The same question to every mode: what each answers, what evidence they share, and what it costs.",
    flatAbout: "No answer is made here: these are runs of 150 words of the same pages, found without the graph.", searched_bm25: "BM25", searched_rrf: "BM25 and vectors, fused",
    run: "Compare", sharedEvidence: "Evidence every mode found", only: "only here", inAll: "in every mode", inSome: "in {n} of {m} modes", noEvidence: "no evidence",
    search: "Find a page, entity or topic", expand: "Expand", path: "Path from here", pathTo: "Choose the other end, or press Escape",
    picture: "Save as picture", cypher: "The same in Neo4j Browser", fit: "Fit", clearGraph: "Clear", kinds: "Kinds", topicsMap: "Topics",
    page: "page", entity: "entity", topic: "topic", tree: "Sections of this page", facts: "Facts", mentions: "Mentioned in", members: "Holds",
    nodes: "{n} nodes, {m} edges", truncated: "More neighbours exist than are shown.", graphIntro: "Search for a name, or open the graph of an answer, then expand from node to node.",
    noPath: "No path of six steps or fewer.", links: "Links", listView: "Nodes as a list",
    sitesTitle: "Sites in the graph", pages: "Pages", blocks: "Blocks", names: "Entities", topics: "Topics", languages: "Languages", lastFetch: "Last fetched",
    crawls: "Crawls", startCrawl: "Start a crawl", address: "Address", siteName: "Name", budget: "Pages at most", begin: "Start", cancel: "Cancel",
    usage: "Usage", questions: "Questions", answeredCount: "Answered", tokensUsed: "Tokens", median: "Median", p95: "95th percentile",
    feedback: "Feedback", noFeedback: "None yet.", none: "None.", key: "Operator's key", keyNeeded: "These pages are the operator's. Enter the key of this server.",
    next: "Next", end: "End the tour", startTour: "Take the tour", report: "Crawl report", unseen: "Waiting", loading: "Loading",
    noReason: "The server did not say why.", answeredWith: "The server answered {n}.", colon: ": ", comma: ", ", askHere: "Ask this site", modes: "Modes",
    about_A: "Evidence by meaning and by words, for one fact.", about_B: "Follows pages and their sections, for several parts or a way to proceed.", about_C: "Follows relations between named things.", about_G: "Topics of the whole site.", about_list: "Every match, counted in the graph.", about_hybrid: "A, B and C together, fused.", about_flat: "150-word chunks without the graph, to compare with.",
    mode_A: "Direct", mode_B: "Page by page", mode_C: "Relations", mode_G: "Overview", mode_list: "Full list", mode_hybrid: "Combined", mode_flat: "Flat chunks", mode_none: "no answer", lettered: "{name} ({letter})",
    doubtful: "Not certain", doubtfulText: "The pages may not say what was asked. Read the sources before you rely on it.", siteMissing: "There is no site named “{site}” here.", sitesHere: "These are here:", serverAway: "The server does not answer. It may be down, or the connection is lost; try again in a moment.", commentAlso: "Anything to add? (optional)", raw: "Data of this step", moreSuggestions: "Finding questions that this graph can answer", backToAnswer: "Back to the answer (Esc)",
    deleteSite: "Delete", status: "Status", question_: "Question", when: "When", modeOf: "Mode", links_in: "Linked from", changed: "Pages, newest first", freshness: "Freshness",
  },
  zh: {
    ask: "提问", graph: "图谱", compare: "对比", site: "站点", docs: "API", tour: "导览", theme: "深色或浅色",
    language: "English", skip: "跳到正文", whichSite: "站点", question: "你的问题",
    placeholder: "向本网站提问", mode: "模式", auto: "自动", stop: "停止", sources: "来源",
    noSources: "回答的来源显示在这里，并标出所依据的原文。",
    suggestions: "本图谱可以回答", history: "以前问过", clear: "清除", copy: "复制", copied: "已复制",
    share: "链接", linked: "已复制链接", helpful: "有帮助", unhelpful: "没有帮助", thanks: "谢谢，已记录。",
    comment: "哪里不对或缺少什么？（可不填）", sendComment: "发送", retry: "换模式再问", why: "为何这样回答",
    absent: "本网站没有说明", differ: "各页面说法不一", broken: "不完整：回答被中断",
    stopped: "不完整：已停止", fault: "没有回答", nearest: "最接近的页面", onePage: "一个页面",
    manyPages: "{n} 个页面", found: "找到 {n} 条依据", open: "在原处打开", block: "内容块", citedBlock: "引用的内容块",
    before: "页面上的前文", after: "页面上的后文", entities: "其中的名称", fetched: "抓取于 {date}",
    modified: "修改于 {date}", source: "来源 {n}", step: "步骤", ms: "毫秒", detail: "细节", route: "模式 {mode}，把握 {sure}",
    answered: "回答完毕。", asking: "正在查找。", drawn: "依据的图谱", tokens: "{n} 个词元",
    noTokens: "未用语言模型，零词元", unsure: "来源不支持这句话", noSite: "图谱是空的。请先抓取网站：sitequest crawl URL",
    notReady: "服务正在启动：{why}", again: "再问一次", all: "连同来源复制",
    compareIntro: "同一个问题交给各个模式：各自的回答、共同的依据和代价。",
    flatAbout: "这里不作回答：仅是同样页面中每 150 词一块的文本，检索时不用图谱。", searched_bm25: "BM25", searched_rrf: "BM25 与向量融合",
    run: "对比", sharedEvidence: "各模式共同的依据", only: "仅此模式", inAll: "各模式都有", inSome: "{m} 个模式中有 {n} 个", noEvidence: "没有依据",
    search: "查找页面、实体或主题", expand: "展开", path: "从这里找路径", pathTo: "请选择另一端，或按 Esc",
    picture: "保存为图片", cypher: "在 Neo4j Browser 中查看", fit: "适应窗口", clearGraph: "清空", kinds: "种类", topicsMap: "主题",
    page: "页面", entity: "实体", topic: "主题", tree: "本页的章节", facts: "事实", mentions: "出现于", members: "包含",
    nodes: "{n} 个节点，{m} 条边", truncated: "还有未显示的相邻节点。", graphIntro: "搜索名称，或打开某个回答的图谱，然后逐个节点展开。",
    noPath: "六步之内没有路径。", links: "链接", listView: "节点列表",
    sitesTitle: "图谱中的站点", pages: "页面", blocks: "内容块", names: "实体", topics: "主题", languages: "语言", lastFetch: "最近抓取",
    crawls: "抓取任务", startCrawl: "开始抓取", address: "网址", siteName: "名称", budget: "页面上限", begin: "开始", cancel: "取消",
    usage: "使用情况", questions: "问题数", answeredCount: "已回答", tokensUsed: "词元", median: "中位数", p95: "第 95 百分位",
    feedback: "反馈", noFeedback: "暂无。", none: "无。", key: "管理密钥", keyNeeded: "这些页面供管理员使用。请输入本服务的密钥。",
    next: "下一步", end: "结束导览", startTour: "开始导览", report: "抓取报告", unseen: "等待中", loading: "载入中",
    noReason: "服务没有说明原因。", answeredWith: "服务应答 {n}。", colon: "：", comma: "、", askHere: "向本网站提问", modes: "模式",
    about_A: "按意义和词面找依据，适合单一事实。", about_B: "沿页面及其章节查找，适合多部分的问题或办事步骤。", about_C: "沿名称之间的关系查找。", about_G: "整个网站的主题。", about_list: "在图谱中逐一计数，列出全部。", about_hybrid: "A、B、C 合用并融合。", about_flat: "不用图谱的 150 词分块，用作对照。",
    mode_A: "直接查找", mode_B: "逐页查找", mode_C: "沿关系", mode_G: "全站概览", mode_list: "完整列表", mode_hybrid: "合用", mode_flat: "平铺分块", mode_none: "无回答", lettered: "{name}（{letter}）",
    doubtful: "不确定", doubtfulText: "各页面说的未必是所问的内容，采用前请先看来源。", siteMissing: "这里没有名为“{site}”的站点。", sitesHere: "这里有：", serverAway: "服务器没有应答：可能未运行，或连接已断开。请稍后再试。", commentAlso: "还想补充什么？（可不填）", raw: "本步数据", moreSuggestions: "正在寻找本图谱能回答的问题", backToAnswer: "回到回答（Esc）",
    deleteSite: "删除", status: "状态", question_: "问题", when: "时间", modeOf: "模式", links_in: "被链接自", changed: "页面（最新在前）", freshness: "新鲜度",
  },
};

// Views that are loaded later bring their own words.
export function addWords(more) {
  for (const name of Object.keys(WORDS)) Object.assign(WORDS[name], more[name]);
}

// Names that one language has and the other lacks; empty when all is well.
export function missingWords() {
  const all = Object.values(WORDS);
  return [...new Set(all.flatMap(Object.keys))].filter((name) => all.some((words) => !(name in words)));
}

const chosen = lasting.read("language");
let language = chosen in WORDS ? chosen : navigator.language.startsWith("zh") ? "zh" : "en";

export function t(name, values = {}) {
  const text = WORDS[language][name] ?? WORDS.en[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

// "Direct (A)": what a mode is called, with the letter that the API and the address know it by.
export function modeName(mode) {
  const name = t(`mode_${mode}`);
  return mode.length === 1 ? t("lettered", { name, letter: mode }) : name;
}

export function modeAbout(mode) {
  return mode === "none" ? "" : t(`about_${mode}`);
}

export function currentLanguage() {
  return language;
}

// For this page alone; the reader's own choice stays.
export function useLanguage(name) {
  if (name in WORDS) language = name;
}

export function switchLanguage() {
  language = language === "en" ? "zh" : "en";
  lasting.write("language", language);
  document.documentElement.lang = language;
}

// Day and minute in the reader's own time.
export function shortTime(text) {
  const date = new Date(text ?? "");
  if (Number.isNaN(date.getTime())) return "";
  const two = (number) => String(number).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function shortDate(text) {
  if (!text) return "";
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? String(text).slice(0, 10) : date.toISOString().slice(0, 10);
}
