/** Limits on texts that the server compiles for clients: patterns, rules and JSON paths. */
export type CompiledLimits = {
  /** The maximum length of a regular expression, in characters. */
  readonly patternCharactersMax: number
  /** The maximum number of steps of its program, with all repeats expanded. */
  readonly patternStepsMax: number
  /** The maximum number of steps of all patterns of one definition together. */
  readonly definitionPatternStepsMax: number
  /**
   * The maximum product of the characters of a text and the steps of the program that matches it.
   */
  readonly matchStepsMax: number
  /** The maximum estimated size in bytes of all cached compiled patterns. */
  readonly keptBytesMax: number
  /** The maximum length of one rule, or of one message expression, in characters. */
  readonly ruleCharactersMax: number
  /** The maximum length of all rules of one definition together, in characters. */
  readonly definitionRuleCharactersMax: number
  /** The maximum length of the JSON path of a column, in characters. */
  readonly pathCharactersMax: number
}

/**
 * The limits of every server. For comparison: the largest patterns in well-known definitions have
 * some hundred characters and steps, and the largest rules some thousand characters. Gateway API,
 * which has more rules than most, has 30,000 characters of rules in one definition.
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
