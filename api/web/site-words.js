// What the operator's page says.
import { addWords } from "./words.js";

addWords({
  en: {
    reportOf: "How the pages of {site} ended", lastRun: "Last run {date}: {text}", neverCrawled: "The crawler's books of this site are not on this server.",
    s_ok: "good", s_empty: "empty", "s_needs-browser": "needs a browser", "s_needs-ocr": "needs text recognition", "s_not-text": "not text", s_truncated: "cut off", s_redirect: "redirect", "s_soft-404": "says not found", s_challenge: "asks if human", s_login: "behind a login", s_maintenance: "closed for now", s_noindex: "asks not to be indexed", s_gone: "gone", s_failed: "failed", s_refused: "refused by robots.txt", s_trapped: "endless pages capped", s_duplicate: "duplicate", s_skipped: "skipped", s_queued: "waiting",
    broken: "Broken links", redirects: "Redirects", duplicates: "Duplicates", trapped: "Endless pages", unread: "Could not be read", refused: "Refused", failed_ingest: "Not taken into the graph", linkedFrom: "linked from", capped: "Capped: {text}", section: "Section", reason: "Reason", others: "Other endings",
    ageDay: "within a day", ageWeek: "within a week", ageMonth: "within a month", ageYear: "within a year", ageOlder: "longer ago", due: "{n} pages are due for another look.", lookedAt: "Good pages by when they were last looked at",
    changes: "What changed", since: "Since", w_changed: "new or changed", w_gone: "gone", nothingChanged: "Nothing changed since then.",
    conflicts: "Pages that contradict each other", metByAnswer: "Pages disagree, as an answer found", noConflicts: "No fact of the graph has different values on two pages, and no answer has met pages that disagree.", saysOf: "{name}: {what}",
    review: "Entities to review", reviewIntro: "These share a name. Either they are one thing twice, or namesakes.", noReview: "No two entities share a name, or all were decided.", mergeThem: "They are one", keepThem: "They are two", deciding: "Working on it…", noPageOfOwn: "no page of its own", alsoNamed: "also {names}", quoted: "“{text}”", splitThem: "Take out", mergedTitle: "Merged into one", nothingMerged: "Nothing was merged.", decided: "Done; it holds at every later crawl.", mentionsCount: "{n} mentions", factsCount: "{n} facts", showGraph: "In the graph",
    byDay: "By day", perDay: "{day}: {n} questions, median {ms} ms", running: "running", done: "done", failed: "failed", cancelled: "cancelled", stoppedCrawl: "stopped", crawlFull: "Fetch every page again", pageHead: "Page", imported: "imported {date}", by_shell: "from a shell", by_watch: "by schedule", crawlHad: "{fetched} fetched", crawlGoes: "{fetched} of {known} pages fetched, {waiting} waiting", log: "Crawls of this server", seeMore: "{n} more",
    newestPages: "Newest pages", nothingToSay: "none", crawlEnded: "The crawl of {site} has ended: {status}.", crawlBegan: "The crawl of {site} has begun.", share_: "of {n}",
  },
  zh: {
    reportOf: "{site} 各页面的结果", lastRun: "最近一次 {date}：{text}", neverCrawled: "本服务器上没有该站点的抓取记录。",
    s_ok: "正常", s_empty: "空白", "s_needs-browser": "需要浏览器", "s_needs-ocr": "需要文字识别", "s_not-text": "非文本", s_truncated: "被截断", s_redirect: "重定向", "s_soft-404": "实为未找到", s_challenge: "人机验证", s_login: "需要登录", s_maintenance: "暂停服务", s_noindex: "要求不索引", s_gone: "已消失", s_failed: "失败", s_refused: "被 robots.txt 拒绝", s_trapped: "无尽页面已截止", s_duplicate: "重复", s_skipped: "跳过", s_queued: "等待中",
    broken: "失效链接", redirects: "重定向", duplicates: "重复页面", trapped: "无尽页面", unread: "无法读取", refused: "被拒绝", failed_ingest: "未能入图", linkedFrom: "链接来自", capped: "已截止：{text}", section: "栏目", reason: "原因", others: "其他结果",
    ageDay: "一天内", ageWeek: "一周内", ageMonth: "一月内", ageYear: "一年内", ageOlder: "更早", due: "{n} 个页面该再看一次了。", lookedAt: "正常页面最近一次查看的时间",
    changes: "有何变化", since: "自", w_changed: "新增或修改", w_gone: "已消失", nothingChanged: "此后没有变化。",
    conflicts: "互相矛盾的页面", metByAnswer: "回答时发现各页面说法不一", noConflicts: "图谱中没有哪个事实在两个页面上有不同的值，也没有回答遇到说法不一的页面。", saysOf: "{name}：{what}",
    review: "待核对的实体", reviewIntro: "它们同名：可能是同一事物，也可能只是同名。", noReview: "没有同名的实体，或都已核对。", mergeThem: "是同一个", keepThem: "是两个", deciding: "正在处理…", noPageOfOwn: "没有自己的页面", alsoNamed: "又名 {names}", quoted: "“{text}”", splitThem: "拆出", mergedTitle: "已合并的实体", nothingMerged: "没有合并过。", decided: "完成，以后每次抓取都有效。", mentionsCount: "提及 {n} 次", factsCount: "{n} 条事实", showGraph: "在图谱中查看",
    byDay: "按天", perDay: "{day}：{n} 个问题，中位数 {ms} 毫秒", running: "进行中", done: "完成", failed: "失败", cancelled: "已取消", stoppedCrawl: "已停止", crawlFull: "重新抓取所有页面", pageHead: "页面", imported: "导入于 {date}", by_shell: "从命令行", by_watch: "按计划", crawlHad: "抓取 {fetched} 次", crawlGoes: "已抓取 {fetched} / {known} 页，{waiting} 页等待中", log: "本服务器的抓取任务", seeMore: "还有 {n} 条",
    newestPages: "最新页面", nothingToSay: "无", crawlEnded: "{site} 的抓取已结束：{status}。", crawlBegan: "{site} 的抓取已开始。", share_: "共 {n}",
  },
});
