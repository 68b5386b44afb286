// The type of a catalogue row. The rows are YAML files for people (`spec/<section>/`), and
// `generated/catalogue.ts` for programs.

export type Strength = 'must' | 'should' | 'may' | 'silent'
export type Surface = 'http' | 'document' | 'flags' | 'process' | 'agent' | 'client' | 'none'

/** One testable clause of the specification, or (id `K8S-…`) one de facto rule. */
export type Requirement = {
  id: string
  section: string
  title: string
  rule: string
  source: string
  strength: Strength
  subject: string
  surface: Surface
  how: string
  form: 'example' | 'property'
  /** The gate (`+Gate`, `-Gate`) or property of the target under which the row applies, or `''`. */
  when: string
  /**
   * K8S rows only: the versions of the genuine server to which the rule applies, such as `>=1.34`.
   */
  versions?: string
}

/**
 * What a release judges: the rows of whole sections at a surface, without the deferred rows.
 * @public the generated catalogue imports it
 */
export type Release = {
  surfaces: Partial<Record<Surface, string[]>>
  deferred: { needs: string; ids: string[] }[]
}
