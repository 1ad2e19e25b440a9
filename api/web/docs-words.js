// What the documents of the API say.
import { addWords } from "./words.js";

addWords({
  en: { api: "{name} API {version}", asOpenapi: "The same as OpenAPI", p_name: "name", p_in: "in", p_type: "type", p_what: "what", p_body: "body", listOf: "list of {type}", or: "{one} or {two}", least: "least {value}", most: "most {value}", longest: "longest {value}", byDefault: "default {value}", tryIt: "Try it: address", bodyOf: "Body", in_query: "query", in_path: "path", in_header: "header", in_cookie: "cookie", string: "text", integer: "whole number", number: "number", boolean: "yes or no", object: "object" },
  zh: { api: "{name} API {version}", asOpenapi: "OpenAPI 文档", p_name: "名称", p_in: "位置", p_type: "类型", p_what: "说明", p_body: "正文", listOf: "{type}列表", or: "{one}或{two}", least: "最小 {value}", most: "最大 {value}", longest: "最长 {value}", byDefault: "默认 {value}", tryIt: "试一试：地址", bodyOf: "正文", in_query: "查询", in_path: "路径", in_header: "请求头", in_cookie: "cookie", string: "文本", integer: "整数", number: "数", boolean: "是或否", object: "对象" },
});
