// Scripts are modules, and name what they use of each other. Three scripts of parties use nothing of
// another file and are classic ones.
const BROWSER_NAMES = `
  AbortController AbortSignal AudioContext CSS CustomEvent DOMParser Event FormData
  HTMLInputElement URL URLSearchParams addEventListener caches clearInterval clearTimeout crypto document
  fetch getComputedStyle getSelection history htmx innerHeight localStorage location matchMedia
  navigator performance scrollTo self sessionStorage setInterval setTimeout structuredClone window
`;
const CLASSIC = ["**/party/party.js", "**/party/prizes.js"];
const WORKER = ["**/core/phones/worker.js"];

export default [
  {
    languageOptions: {
      ecmaVersion: 2023,
      sourceType: "module",
      globals: Object.fromEntries(BROWSER_NAMES.trim().split(/\s+/).map((name) => [name, "readonly"])),
    },
    linterOptions: { reportUnusedDisableDirectives: true },
    rules: {
      "curly": ["error", "multi-line"],
      "eqeqeq": "error",
      "max-len": ["error", { code: 100 }],
      "no-cond-assign": "error",
      "no-constant-condition": "error",
      "no-dupe-keys": "error",
      "no-fallthrough": "error",
      "no-nested-ternary": "error",
      "no-self-assign": "error",
      "no-undef": "error",
      "no-shadow-restricted-names": "error",
      "no-unreachable": "error",
      "no-unsafe-finally": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
      "no-unused-vars": ["error", { vars: "local" }],
      "no-var": "error",
      "strict": ["error", "never"],
      "use-isnan": "error",
      "valid-typeof": "error",
    },
  },
  {
    files: [...CLASSIC, ...WORKER],
    languageOptions: { sourceType: "script" },
    rules: { strict: ["error", "global"] },
  },
];
