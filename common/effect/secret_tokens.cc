#include "effect/secret_tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <iterator>

namespace synapse {
namespace {

enum Alphabet : uint8_t {
  kHex,      // 0-9 a-f
  kLower,    // 0-9 a-z
  kUpper,    // 0-9 A-Z
  kAlnum,    // 0-9 A-Z a-z
  kWord,     // and _
  kDashed,   // and -
  kUrl,      // and _ -
  kDotted,   // and _ - .
  kBase64,   // and + / = _ -
  kAnyForm,  // and . : = + / _ - ~ |
};

bool IsIn(Alphabet alphabet, unsigned char c) {
  const bool digit = c >= '0' && c <= '9';
  const bool small = c >= 'a' && c <= 'z', big = c >= 'A' && c <= 'Z';
  switch (alphabet) {
    case kHex: return digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    case kLower: return digit || small;
    case kUpper: return digit || big;
    default: break;
  }
  if (digit || small || big) return true;
  switch (alphabet) {
    case kWord: return c == '_';
    case kDashed: return c == '-';
    case kUrl: return c == '_' || c == '-';
    case kDotted: return c == '_' || c == '-' || c == '.';
    case kBase64:
      return c == '_' || c == '-' || c == '+' || c == '/' || c == '=';
    case kAnyForm:
      return std::string_view("_-.:=+/~|").find(static_cast<char>(c)) !=
             std::string_view::npos;
    default: return false;
  }
}

// `least` bytes of the alphabet follow the prefix. With `most` a longer word is
// no token. A prefix that is also the beginning of a name wants a digit.
struct TokenForm {
  std::string_view prefix;
  Alphabet alphabet;
  uint16_t least;
  uint16_t most = 0;
  bool digit = false;
};

constexpr uint16_t kNoMost = 0;

// By first byte, which FirstRows() checks.
constexpr TokenForm kTokens[] = {
    {"4/0A", kUrl, 30},  // a code of OAuth, Google
    // Atlassian, 1Password, age, AWS, Alibaba, Tencent, Volcengine, Artifactory,
    // Adafruit, Google, Yandex, Octopus
    {"A3-", kDashed, 30, kNoMost, true},
    {"A3T", kUpper, 17, 17, true},
    {"AAAAAAAAAAAAAAAAAAAAA", kAnyForm, 40, kNoMost, true},
    {"ABIA", kUpper, 16, 16},
    {"ABSK", kBase64, 100},
    {"ACCA", kUpper, 16, 16, true},
    {"AGE-PLUGIN-", kDashed, 30, kNoMost, true},
    {"AGE-SECRET-KEY-1", kUpper, 30},
    {"AIK_", kWord, 30, kNoMost, true},
    {"AIza", kUrl, 30},
    {"AIVEN", kUrl, 40, kNoMost, true},
    {"AKCp", kAlnum, 60},
    {"AKIA", kUpper, 16, 16},
    {"AKID", kAlnum, 32, 40, true},
    {"AKLT", kUrl, 32, kNoMost, true},
    {"API-", kUpper, 25, 36, true},
    {"AQ.Ab8", kUrl, 30},
    {"AQE", kBase64, 80, kNoMost, true},
    {"AQVN", kUrl, 35, 40},
    {"ASIA", kUpper, 16, 16},
    {"ATATT3x", kUrl, 60},
    {"ATBB", kAlnum, 28, kNoMost, true},
    {"ATCTT3x", kUrl, 60},
    {"ATSTT3x", kUrl, 60},
    {"ATTA", kHex, 60},
    // CircleCI, Clojars, Contentful
    {"BBDC-", kBase64, 40},
    {"BBFF-", kAlnum, 30},
    {"BBUS-", kAlnum, 30},
    {"BSA", kUrl, 28, 28, true},
    {"CCDB1_", kWord, 40},
    {"CCIPAT_", kWord, 40},
    {"CCIPRJ_", kWord, 40},
    {"CFPAT-", kUrl, 40},
    {"CLOJARS_", kHex, 50},
    // Facebook, Square, EasyPost
    {"EAAA", kUrl, 58, kNoMost, true},
    {"EAACEdEose0cBA", kAlnum, 1},
    {"EAA", kAlnum, 90, kNoMost, true},
    {"EZAK", kAlnum, 50, 58, true},
    {"EZTK", kAlnum, 50, 58, true},
    // Flutterwave, Fly, GitLab, Google, Heroku, Alibaba
    {"FLWPUBK_TEST-", kDashed, 32},
    {"FLWSECK-", kDashed, 32},
    {"FLWSECK_TEST-", kDashed, 12},
    {"FlyV1 ", kBase64, 40},
    {"GOCSPX-", kUrl, 24},
    {"GR1348941", kUrl, 20},
    {"HRKU-", kUrl, 36, kNoMost, true},
    {"IGQV", kUrl, 60},
    {"K00", kBase64, 28, 29, true},
    {"KEY0", kWord, 40, kNoMost, true},
    {"LTAI", kAlnum, 12, 26, true},
    // Nightfall, New Relic
    {"NF-", kAlnum, 40},
    {"NNSXS.", kDotted, 60},
    {"NRAA-", kHex, 27},
    {"NRAK-", kUpper, 27},
    {"NRAL-", kUpper, 27},
    {"NRBR-", kHex, 19},
    {"NRII-", kUrl, 32},
    {"NRIQ-", kUrl, 32},
    {"NRJS-", kHex, 19},
    {"NRRA-", kHex, 42},
    // PyPI's mail, Postman, SendGrid, Twilio, Snowflake
    {"PMAK-", kDashed, 50},
    {"PMAT-", kUpper, 24},
    {"RGAPI-", kDashed, 36},
    {"SAA", kUpper, 55, 55, true},  // NATS
    {"SCA", kUpper, 55, 55, true},
    {"SG.", kDotted, 38},
    {"SK", kHex, 32, 32},
    {"SUA", kUpper, 55, 55, true},
    {"SWMTKN-1-", kDashed, 50},
    {"UAT.", kDotted, 60, kNoMost, true},
    {"YC", kUrl, 38, 38, true},
    {"ZEROSSL-", kAlnum, 20},
    {"ak-", kAlnum, 22, 22, true},
    {"akab-", kDashed, 40},
    {"alcht_", kUrl, 30},
    {"api-", kDashed, 36, 36, true},
    {"api_org_", kAlnum, 30},
    {"aio_", kAlnum, 28, 28},
    {"access-development-", kDashed, 36, 36},
    {"access-production-", kDashed, 36, 36},
    {"access-sandbox-", kDashed, 36, 36},
    {"airbrake_", kAlnum, 32},
    {"apify_api_", kAlnum, 30},
    {"apk_", kBase64, 40, kNoMost, true},
    {"arc_", kAlnum, 40, kNoMost, true},
    {"as-", kAlnum, 22, 22, true},
    {"asana_", kUrl, 30, kNoMost, true},
    // Baidu, AWS, Buildkite, BetterStack
    {"bb_live_", kUrl, 20},
    {"bce-v3/ALTAK-", kAnyForm, 20},
    {"bedrock-api-key-", kBase64, 30},
    {"bkaj_", kAlnum, 30},
    {"bkpt_", kAlnum, 30},
    {"bkua_", kAlnum, 40},
    {"bkct_", kAlnum, 30},
    {"bpk-", kHex, 32, 32},
    {"brr_", kAlnum, 30, kNoMost, true},
    {"cal_", kHex, 32, 32},
    {"cal_live_", kHex, 32},
    {"cfat_", kAlnum, 36, kNoMost, true},
    {"cflt", kBase64, 58, kNoMost, true},
    {"cfut_", kAlnum, 36, kNoMost, true},
    {"chpt_", kHex, 24},
    {"cio", kAlnum, 32, 32, true},
    {"clsk_", kAlnum, 30},
    {"cmVmdGtu", kAlnum, 50},
    {"crsr_", kHex, 60},
    {"csk-", kAlnum, 40, kNoMost, true},
    {"ctp_", kAlnum, 40, kNoMost, true},
    {"cpk_", kAnyForm, 50, kNoMost, true},
    {"ctx7sk-", kDashed, 36},
    {"cu_", kHex, 32, 32},
    {"cxtp_", kAlnum, 30},
    {"cxup_", kAlnum, 30},
    // Databricks, Docker, Deno, Doppler, DigitalOcean, Dynatrace, Depot, Duffel
    {"dG9rO", kBase64, 40},
    {"dapi", kHex, 32},
    {"dbtc_", kUrl, 30},
    {"dbts_", kUrl, 30},
    {"dbtu_", kUrl, 30},
    {"dckr_oat_", kUrl, 20},
    {"dckr_pat_", kUrl, 20},
    {"ddo_", kAlnum, 36, kNoMost, true},
    {"ddp_", kAlnum, 36, kNoMost, true},
    {"ddw_", kAlnum, 36, kNoMost, true},
    {"depot_", kWord, 40, kNoMost, true},
    {"dkea", kHex, 32, 32},
    {"dnkey-", kUrl, 30},
    {"doo_v1_", kHex, 32},
    {"dop_v1_", kHex, 32},
    {"dor_v1_", kHex, 32},
    {"dose", kHex, 32, 32},
    {"dp.audit.", kAlnum, 40},
    {"dp.ct.", kAlnum, 40},
    {"dp.pt.", kAlnum, 40},
    {"dp.sa.", kAlnum, 40},
    {"dp.said.", kAlnum, 40},
    {"dp.scim.", kAlnum, 40},
    {"dp.st.", kDotted, 40},
    {"dt0c01.", kDotted, 60},
    {"dt0s01.", kDotted, 60},
    {"dt0s02.", kDotted, 60},
    {"dt0s16.", kDotted, 60},
    {"dtn_", kHex, 60},
    {"duffel_live_", kUrl, 40},
    {"duffel_test_", kUrl, 40},
    {"e2b_", kHex, 36},
    {"esecret_", kAlnum, 24},
    {"essu_", kBase64, 30},
    {"eyJrIjoi", kBase64, 60},
    // Fly, Figma, Frame.io, Firecrawl, Fireworks
    {"fc-", kHex, 32, 32},
    {"fhb-", kHex, 32},
    {"figd_", kUrl, 38},
    {"figoh_", kUrl, 38},
    {"figor_", kUrl, 38},
    {"figu_", kUrl, 38},
    {"figuh_", kUrl, 38},
    {"fio-u-", kUrl, 60},
    {"fm1a_", kBase64, 60},
    {"fm1r_", kBase64, 60},
    {"fm2_", kBase64, 60},
    {"fo1_", kUrl, 40},
    {"fw_", kAlnum, 24, 24, true},
    // GitHub, GitLab, Grafana, Groq, Google
    {"gb_api_", kAlnum, 30},
    {"ghcap_", kAlnum, 30},
    {"gho_", kAlnum, 20},
    {"ghp_", kAlnum, 20},
    {"ghr_", kAlnum, 20},
    {"ghs_", kAnyForm, 20},
    {"ghu_", kAlnum, 20},
    {"github_pat_", kWord, 20},
    {"glagent-", kUrl, 16},
    {"glc_", kBase64, 32},
    {"glcbt-", kUrl, 16},
    {"gldt-", kUrl, 16},
    {"glffct-", kUrl, 16},
    {"glft-", kUrl, 16},
    {"glimt-", kUrl, 16},
    {"gloas-", kUrl, 40},
    {"glpat-", kDotted, 16},
    {"glptt-", kUrl, 16},
    {"glrt-", kDotted, 16},
    {"glrtr-", kUrl, 16},
    {"glsa_", kWord, 40},
    {"glsoat-", kUrl, 16},
    {"glwt-", kUrl, 16},
    {"gocardless_live_", kUrl, 30},
    {"gsk_", kAlnum, 40, kNoMost, true},
    // Honeycomb, Hugging Face, Vault, StackHawk
    {"hawk.", kDotted, 40, kNoMost, true},
    {"hcaik_", kLower, 58},
    {"hcalk_", kLower, 58},
    {"hcaic_", kLower, 58},
    {"hf_", kAlnum, 30},
    {"hskey-", kUrl, 30},
    {"hvb.", kUrl, 16},
    {"hvr.", kUrl, 16},
    {"hvs.", kUrl, 16},
    {"ico-", kAlnum, 32, 32},
    {"jina_", kUrl, 50},
    {"key-", kHex, 32, 32},
    {"key_", kHex, 64, 64},
    {"lin_api_", kAlnum, 32},
    {"lin_oauth_", kAlnum, 32},
    {"live_", kAlnum, 30, 48, true},
    {"lmnr_", kAlnum, 40},
    {"lsv2_pt_", kWord, 40},
    {"lsv2_sk_", kWord, 40},
    {"ltpk_", kAlnum, 30, kNoMost, true},
    {"luma-", kDashed, 36, kNoMost, true},
    {"m0-", kAlnum, 40},
    {"mdb_sa_sk_", kUrl, 30},
    {"mlsn.", kHex, 60},
    {"napi_", kLower, 50},
    {"nbp_", kAlnum, 36},
    {"nbt_", kDotted, 40},
    {"nfp_", kAlnum, 36},
    {"nfc_", kAlnum, 36},
    {"nfo_", kAlnum, 36},
    {"nfu_", kAlnum, 36},
    {"nk-", kUrl, 43, kNoMost, true},
    {"npm_", kAlnum, 30},
    {"ntn_", kAlnum, 40},
    {"nvapi-", kUrl, 40},
    {"nx-", kAlnum, 40, kNoMost, true},
    {"oauth2_", kAlnum, 40, kNoMost, true},
    {"ops_eyJ", kBase64, 60},
    {"ops_", kUrl, 100, kNoMost, true},
    {"ory_at_", kUrl, 40},
    {"ory_pat_", kAlnum, 30},
    {"ory_st_", kAlnum, 30},
    {"os_v2_app_", kLower, 60},
    {"os_v2_org_", kLower, 60},
    {"oy2", kLower, 43, 43},
    // Airtable, HubSpot, PlanetScale, Prefect, Pulumi, Perplexity, Pinecone
    {"p8e-", kLower, 32},
    {"pa-", kUrl, 43, 43, true},
    {"pat-eu1-", kDashed, 36, 36},
    {"pat-na1-", kDashed, 36, 36},
    {"pat-na2-", kDashed, 36, 36},
    {"pat.", kDotted, 60, kNoMost, true},
    {"pat_", kAlnum, 40, kNoMost, true},
    {"pcsk_", kWord, 50},
    {"pdl_live_apikey_", kAnyForm, 20},
    {"pdl_sdbx_apikey_", kAnyForm, 20},
    {"perm-", kAnyForm, 50, kNoMost, true},
    {"perm:", kAnyForm, 40, kNoMost, true},
    {"persona_production_", kAnyForm, 30},
    {"persona_sandbox_", kAnyForm, 30},
    {"phc_", kAlnum, 40},
    {"phs_", kAlnum, 40},
    {"phx_", kAlnum, 40},
    {"pina_", kAlnum, 32},
    {"pk_", kHex, 34, 34, true},
    {"plural-", kUrl, 40},
    {"pnb_", kAlnum, 36},
    {"pnu_", kAlnum, 36},
    {"posthog_", kUrl, 40, kNoMost, true},
    {"pplx-", kAlnum, 40},
    {"prct_", kUrl, 40, kNoMost, true},
    {"private_", kBase64, 27, 29, true},
    {"pscale_api_", kDotted, 30},
    {"pscale_oauth_", kDotted, 30},
    {"pscale_pw_", kDotted, 30},
    {"pscale_tkn_", kDotted, 30},
    {"pts_", kLower, 32, 32},
    {"pul-", kHex, 40},
    {"pypi-", kUrl, 30},
    {"r8_", kAlnum, 36},
    {"rdme_", kLower, 60},
    {"re_", kWord, 33, 33, true},
    {"retool_", kAlnum, 24, kNoMost, true},
    {"rk_live_", kAlnum, 16},
    {"rk_prod_", kAlnum, 16},
    {"rk_test_", kAlnum, 16},
    {"rk_", kAlnum, 16, kNoMost, true},
    {"rnd_", kAlnum, 24, kNoMost, true},
    {"rootly_", kHex, 60},
    {"rpa_", kAlnum, 40, kNoMost, true},
    {"rubygems_", kHex, 40},
    {"rzp_live_", kAlnum, 14},
    {"rzp_test_", kAlnum, 14},
    // Supabase, OpenShift, Shippo, Shopify, OpenAI and others, Slack's legacy,
    // Sonar, Sourcegraph, Square, Snyk, Sentry, Stripe, Statsig
    {"s.", kAlnum, 24, 24, true},
    {"sat.", kDotted, 60, kNoMost, true},
    {"sb_secret_", kUrl, 20},
    {"sbp_", kHex, 40},
    {"scp_", kUrl, 60, kNoMost, true},
    {"sdk-", kDashed, 36, 36, true},
    {"secret-live-", kBase64, 30},
    {"secret-test-", kBase64, 30},
    {"secret-token:", kAnyForm, 16},
    {"secret-", kAlnum, 40, kNoMost, true},
    {"secret_", kAlnum, 43, kNoMost, true},
    {"sess-", kAlnum, 40},
    {"sgd_", kHex, 40},
    {"sgp_", kWord, 40},
    {"sha256~", kUrl, 40},
    {"shippo_live_", kHex, 40},
    {"shippo_test_", kHex, 40},
    {"shpat_", kHex, 32},
    {"shpca_", kHex, 32},
    {"shppa_", kHex, 32},
    {"shpss_", kHex, 32},
    {"shptka_", kHex, 32},
    {"signkey-", kDashed, 40, kNoMost, true},
    {"sk.eyJ", kDotted, 40},
    {"sk_car_", kAlnum, 20},
    {"sk", kAlnum, 80, kNoMost, true},
    {"sk-admin-", kUrl, 20},
    {"sk-ant-", kUrl, 20},
    {"sk-lf-", kUrl, 20},
    {"sk-or-", kUrl, 20},
    {"sk-proj-", kUrl, 20},
    {"sk-svcacct-", kUrl, 20},
    {"sk-", kUrl, 20, kNoMost, true},
    {"sk_live_", kAlnum, 16},
    {"sk_prod_", kAlnum, 16},
    {"sk_test_", kAlnum, 16},
    {"sk_", kAlnum, 16, kNoMost, true},
    {"sktsec_", kUrl, 30},
    {"sl.", kUrl, 100},
    {"slk_", kHex, 60},
    {"sm_aat_", kAlnum, 16},
    {"sm_pat_", kAlnum, 16},
    {"sm_sat_", kAlnum, 16},
    {"sntrys_", kBase64, 20},
    {"sntryu_", kHex, 60},
    {"snyk_uat.", kDotted, 40},
    {"snyk_sat.", kDotted, 40},
    {"sp_live_", kUrl, 30},
    {"spk_", kAlnum, 40, kNoMost, true},
    {"spat-", kAlnum, 40},
    {"sq0atp-", kUrl, 20},
    {"sq0csp-", kUrl, 40},
    {"sq0idp-", kUrl, 20},
    {"sqa_", kHex, 40},
    {"sqp_", kHex, 40},
    {"squ_", kHex, 40},
    {"ssoat_", kAlnum, 30},
    {"st.", kDotted, 60, kNoMost, true},
    {"sumo_", kAlnum, 40},
    {"syt_", kWord, 30},
    // Terraform, Tailscale, Typeform, Together, Tavily, Teleport, Telnyx, Trigger
    {"test_", kAlnum, 30, 48, true},
    {"testsk_", kUrl, 24, kNoMost, true},
    {"tfp_", kUrl, 40},
    {"tgp_v1_", kUrl, 40},
    {"tk-us-", kUrl, 40},
    {"tk.eyJ", kDotted, 40},
    {"tk_", kAlnum, 29, 29, true},
    {"tkn_v1_", kAlnum, 30, kNoMost, true},
    {"tkn_", kAlnum, 40, kNoMost, true},
    {"tpuf_", kAlnum, 30},
    {"tr_dev_", kAlnum, 18},
    {"tr_prod_", kAlnum, 18},
    {"tskey-", kDashed, 20, kNoMost, true},
    {"tvly-", kUrl, 30},
    {"tfe_", kAlnum, 40, kNoMost, true},
    {"unkey_", kAlnum, 20, kNoMost, true},
    {"v1.0-", kDashed, 100},
    {"v1.Cm", kDotted, 60, kNoMost, true},
    {"vca_", kAlnum, 40},
    {"vcp_", kAlnum, 40},
    {"vck_", kAlnum, 40},
    {"vci_", kAlnum, 40},
    {"ver:1-hint:", kAnyForm, 40},
    {"vercel_blob_rw_", kWord, 30},
    {"vtwn_", kAlnum, 30},
    {"waka_", kDashed, 36, 36},
    {"wandb_v1_", kUrl, 40},
    {"whsec_", kBase64, 16},
    {"whsk_", kAlnum, 30},
    {"wpu_", kAlnum, 30, kNoMost, true},
    {"xaat-", kDashed, 36, 36},
    {"xai-", kAlnum, 60},
    {"xapp-", kDashed, 12},
    {"xapt-", kDashed, 36, 36},
    {"xau_", kAlnum, 36},
    {"xkeysib-", kDashed, 60},
    {"xoxa-", kDashed, 10},
    {"xoxb-", kDashed, 10},
    {"xoxc-", kDashed, 10},
    {"xoxd-", kAnyForm, 10},
    {"xoxe-", kDashed, 10},
    {"xoxe.xox", kAnyForm, 20},
    {"xoxo-", kDashed, 10},
    {"xoxp-", kDashed, 10},
    {"xoxr-", kDashed, 10},
    {"xoxs-", kDashed, 10},
    {"xsmtpsib-", kDashed, 60},
    {"y0__", kUrl, 40},
    {"ya29.", kDotted, 10},
    {"ydc-sk-", kUrl, 20},
    {"zpka_", kAlnum, 30},
    {"zu_", kAlnum, 60, kNoMost, true},
};

// The rows of each first byte.
struct Rows {
  uint16_t begin = 0, end = 0;
};

constexpr std::array<Rows, 256> FirstRows() {
  std::array<Rows, 256> rows{};
  for (uint16_t i = 0; i < std::size(kTokens); ++i) {
    Rows& of = rows[static_cast<unsigned char>(kTokens[i].prefix[0])];
    if (of.end == 0) of.begin = i;
    of.end = static_cast<uint16_t>(i + 1);
  }
  return rows;
}
constexpr std::array<Rows, 256> kFirstRows = FirstRows();

constexpr bool IsGrouped() {
  size_t rows = 0;
  for (const Rows& of : kFirstRows) rows += of.end - of.begin;
  return rows == std::size(kTokens);
}
static_assert(IsGrouped(), "rows with one first byte stand together");

bool IsWordByte(char c) {
  return isalnum(static_cast<unsigned char>(c)) || c == '_';
}

// Where the token of that form at `at` ends; `at` for none.
size_t EndOf(std::string_view line, size_t at, const TokenForm& form) {
  if (!line.substr(at).starts_with(form.prefix)) return at;
  const size_t from = at + form.prefix.size();
  size_t end = from;
  bool digit = false;
  while (end < line.size() &&
         IsIn(form.alphabet, static_cast<unsigned char>(line[end]))) {
    digit |= line[end] >= '0' && line[end] <= '9';
    ++end;
  }
  const bool too_long = form.most != kNoMost && end - from > form.most;
  const bool goes_on =
      form.most != kNoMost && end < line.size() && IsWordByte(line[end]);
  const bool fits = end - from >= form.least && !too_long && !goes_on &&
                    (digit || !form.digit);
  return fits ? end : at;
}

// A token may end in bytes that its alphabet lacks: all of the word is hidden.
size_t WithTail(std::string_view line, size_t end) {
  while (end < line.size() &&
         (IsWordByte(line[end]) ||
          std::string_view("-.+=").find(line[end]) != std::string_view::npos)) {
    ++end;
  }
  return end;
}

}  // namespace

void AddTokensIn(std::string_view line, std::vector<SecretSpan>& out) {
  constexpr size_t kMaxTokens = 64;
  constexpr size_t kShortest = 12;  // of any token
  for (size_t at = 0; at + kShortest <= line.size(); ++at) {
    const Rows& rows = kFirstRows[static_cast<unsigned char>(line[at])];
    if (rows.end == 0 || (at > 0 && IsWordByte(line[at - 1]))) continue;
    for (uint16_t i = rows.begin; i < rows.end; ++i) {
      const size_t end = EndOf(line, at, kTokens[i]);
      if (end == at) continue;
      out.push_back({at, WithTail(line, end), 0});
      at = out.back().end;
      break;
    }
    if (out.size() >= kMaxTokens) return;
  }
}

}  // namespace synapse
