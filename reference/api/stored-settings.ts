// How the server treats settings that a client stores in objects to configure the server.

/** A condition on an object. Where there is a list of conditions, all must hold. */
export type SettingCondition = {
  /** The path to the value, from the top of the object. */
  readonly path: readonly string[]
  /** The values that meet the condition; any value that is not empty unless set. */
  readonly is?: readonly string[]
  /** The minimum number of items of a list. */
  readonly itemsMin?: number
}

type Row = {
  /** The API group; empty for the core group. `*` stands for the API domain. */
  readonly group: string
  /** `*` stands for every type. */
  readonly kind: string
  /** The field, label or annotation, by its name in documents. */
  readonly setting: string
  /**
   * For `obeyed`, its effect. For `harmless`, why no response depends on it. For `refused`, the
   * missing feature.
   */
  readonly reason: string
}

/**
 * The treatment of one setting. `obeyed`: later responses show its effect. `refused`: a write that
 * puts it in force is answered with 422, unless the server stores ignored settings. `harmless`: it
 * is stored, and no response depends on it. `unserved`: the type does not exist, so requests for it
 * are answered with 404.
 */
export type StoredSetting =
  | (Row & { readonly outcome: 'obeyed' | 'harmless' })
  | (Row & { readonly outcome: 'unserved'; readonly resource: string })
  | (Row & {
      readonly outcome: 'refused'
      /** What to do instead. */
      readonly hint: string
      /** The conditions under which it is in force. */
      readonly when: readonly SettingCondition[]
      /** Whether the setting is ignored only where the rules of `--allow` decide about users. */
      readonly onlyWithAllowRules?: boolean
    })

export type RefusedSetting = Extract<StoredSetting, { outcome: 'refused' }>

/** How a server treats settings that it does not support. */
export type SettingsPolicy = {
  readonly table: readonly StoredSetting[]
  /** Whether refused settings are stored with a warning (`--store-ignored-settings`). */
  readonly storesIgnored: boolean
}
