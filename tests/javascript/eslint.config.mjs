// Undefined names are found by the type check. The scripts of the tables' pages are modules; a page of
// the desk has several scripts, which share their names.
const MODULES = ["**/core/phones/*.js", "**/party/table.js"];
const WORKER = ["**/core/phones/worker.js"];

export default [
  {
    languageOptions: { ecmaVersion: 2023, sourceType: "script" },
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
      "no-shadow-restricted-names": "error",
      "no-unreachable": "error",
      "no-unsafe-finally": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true, allowTernary: true }],
      "no-unused-vars": ["error", { vars: "local" }],
      "no-var": "error",
      "strict": ["error", "global"],
      "use-isnan": "error",
      "valid-typeof": "error",
    },
  },
  {
    files: MODULES,
    ignores: WORKER,
    languageOptions: { sourceType: "module" },
    rules: { strict: ["error", "never"] },
  },
];
