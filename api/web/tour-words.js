// What the tour says.
import { addWords } from "./words.js";

addWords({
  en: {
    tourIntro: "Four steps on the real pages of this site, with a question it can really answer.", tourNone: "There is nothing to show yet: this graph answers none of its own questions. Crawl a site first.",
    tour1: "A cited answer", tour1text: "The question was made from a fact in the graph. Press a number in the answer: its source opens among the sources, with the quoted words marked.",
    tour2: "Why this answer", tour2text: "The route the question took, and every step of the search with its time and what it found.",
    tour3: "Two modes, one question", tour3text: "The same question to two modes side by side: the evidence both found, and what one alone found.",
    tour4: "Its path in the graph", tour4text: "Names, blocks and pages behind the answer. Choose one to read where it comes from; Expand shows what else is joined to it.",
    back: "Back", next: "Next", end: "End the tour", ownQuestion: "Ask a question of your own", stepOf: "Step {n} of {m}", tourQuestion: "Question", anotherQuestion: "Another question",
  },
  zh: {
    tourIntro: "在本站的真实页面上走四步，用一个它确实能回答的问题。", tourNone: "还没有可展示的内容：本图谱还答不出自己的问题。请先抓取网站。",
    tour1: "有出处的回答", tour1text: "问题来自图谱中的一个事实。按回答中的数字，会打开相应来源，并标出所引原文。",
    tour2: "为何这样回答", tour2text: "问题所走的路线，以及检索每一步的用时和所得。",
    tour3: "一个问题，两种模式", tour3text: "同一问题的两种模式并排：共同的依据，以及各自独有的依据。",
    tour4: "它在图谱中的路径", tour4text: "回答背后的名称、内容块和页面。选择一个可查看出处；“展开”会显示与它相连的其他节点。",
    back: "上一步", next: "下一步", end: "结束导览", ownQuestion: "自己提一个问题", stepOf: "第 {n} 步，共 {m} 步", tourQuestion: "问题", anotherQuestion: "换一个问题",
  },
});
