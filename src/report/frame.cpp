#include "report/frame.hpp"

#include <fmt/format.h>

#include "report/assets.hpp"
#include "report/html.hpp"
#include "report/policy.hpp"

namespace l2bench {
namespace {

std::string head(std::string_view title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n<style>{}</style>\n</head>\n",
      content_security_policy(), html_text(title), page_style().text);
}

std::string scripts() {
  std::string text;
  for (const Asset& script : page_scripts()) text += fmt::format("<script>{}</script>\n", script.text);
  return text;
}

}  // namespace

std::string page_of(std::string_view kind, std::string_view title, std::string_view articles) {
  return fmt::format("{}<body>\n<main>\n<h1>{}</h1>\n{}</main>\n{}</body>\n</html>\n", head(title), html_text(kind),
                     articles, scripts());
}

}  // namespace l2bench
