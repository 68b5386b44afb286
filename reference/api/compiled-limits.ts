/** How much a server does for texts that it compiles for clients: expressions, rules and paths. */
export type CompiledLimits = {
  /** How many characters a regular expression may have. */
  readonly patternCharactersMax: number
  /** How many steps its program may have, with all repeats written out. */
  readonly patternStepsMax: number
  /** How many steps all expressions of one definition may have together. */
  readonly definitionPatternStepsMax: number
  /** How many characters of a text may be compared with how many steps of a program. */
  readonly matchStepsMax: number
  /** How many bytes the compiled expressions that are kept may take, by an estimate. */
  readonly keptBytesMax: number
  /** How many characters one rule, or the expression of a message, may have. */
  readonly ruleCharactersMax: number
  /** How many characters all rules of one definition may have together. */
  readonly definitionRuleCharactersMax: number
  /** How many characters the JSON path of a column may have. */
  readonly pathCharactersMax: number
}

/**
 * The limits of every server. The largest expressions in well-known definitions have some hundred
 * characters and steps, the largest rules some thousand characters; Gateway API, with more rules
 * than most, has 30,000 characters of them in a definition.
 */
export const compiledLimits: CompiledLimits = {
  patternCharactersMax: 5000,
  patternStepsMax: 6000,
  definitionPatternStepsMax: 50_000,
  matchStepsMax: 6_000_000,
  keptBytesMax: 24 * 1024 * 1024,
  ruleCharactersMax: 100_000,
  definitionRuleCharactersMax: 300_000,
  pathCharactersMax: 2048,
}
