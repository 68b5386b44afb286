// Checks the configuration of admission plug-ins whose configuration has a known kind. An embedded
// configuration is checked in place. A file that is named must hold the right kind.

import { posix } from 'node:path'
import { isJsonObject, objectsIn } from '../../api/object.ts'
import {
  configFindingOf,
  type RecognizedDocument,
  type CheckContext,
  type CheckedDocument,
  type ConfigFile,
} from '../check-document.ts'
import { kindApiVersion, findKind, kindsInDialect } from '../find-kind.ts'
import type { ConfigFinding } from '../config-finding.ts'
import { fileFaults } from '../file-rules.ts'
import { type ConfigFault, type ValuePath, unsupportedValue } from '../config-rules.ts'
import type { ConfigKind } from '../config-kind.ts'
import { validateAndDefault } from '../validate-and-default.ts'

/** The API group of the kind that configures a plug-in. */
const groupOf: { readonly [plugin: string]: string } = {
  EventRateLimit: 'eventratelimit.admission.*',
}

/**
 * Returns the paths of the files that configure plug-ins of a known kind, resolved against the
 * files that name them.
 */
export const pluginFilesOf = (documents: readonly CheckedDocument[]): string[] =>
  documents
    .filter(({ kind }) => kind === 'AdmissionConfiguration')
    .flatMap(({ file, defaulted }) =>
      objectsIn(defaulted['plugins'])
        .filter(({ name, configuration }) => groupOf[String(name)] && !isJsonObject(configuration))
        .map(({ path }) => path)
        .filter(path => typeof path === 'string' && path !== '')
        .map(path => resolveFromFile(file, String(path))),
    )

/** Resolves a path against the directory of the file that contains it. */
export const resolveFromFile = (file: string, path: string): string =>
  posix.isAbsolute(path) ? path : posix.join(posix.dirname(file), path)

type Plugin = {
  readonly name: string
  readonly path: ValuePath
  readonly wanted: ConfigKind | undefined
}

/** Returns findings about the plug-ins in all admission configurations. */
export function pluginFindings(
  documents: readonly RecognizedDocument[],
  files: readonly ConfigFile[],
  setting: CheckContext,
): ConfigFinding[] {
  return documents
    .filter(({ kind }) => kind.kind === 'AdmissionConfiguration')
    .flatMap(document =>
      objectsIn(document.filled['plugins']).flatMap((entry, index) => {
        const name = String(entry['name'])
        const wanted = kindsInDialect(setting.kinds, setting.dialect).find(
          ({ group }) => group === groupOf[name],
        )
        const plugin = { name, path: ['plugins', index], wanted }
        const { configuration, path } = entry
        const isSaid = configuration !== undefined && configuration !== null
        const faults = isSaid
          ? within(configuration, plugin, setting)
          : named(path, plugin, { document, documents, files, setting })
        return faults.map(fault => configFindingOf(fault, document))
      }),
    )
}

type ReportedFault = Parameters<typeof configFindingOf>[0]

/** Returns the faults of an embedded configuration. */
function within(value: unknown, { path, wanted }: Plugin, setting: CheckContext): ReportedFault[] {
  const place = [...path, 'configuration']
  // A genuine server leaves the configuration to the plug-in, and has no plug-in of that name.
  if (!wanted && setting.dialect === 'kubernetes') return []
  if (!isJsonObject(value)) {
    const detail = 'expected an object with apiVersion and kind'
    return wanted
      ? [{ type: 'Invalid value', value, detail, path: place, requirement: wanted.requirement }]
      : []
  }
  const kind = findKind(setting.kinds, value, setting)
  if ('type' in kind) {
    // Nothing is known about the fields of an undocumented kind.
    return wanted
      ? [{ ...kind, path: [...place, ...(kind.path ?? [])], requirement: wanted.requirement }]
      : []
  }
  const wrong = wanted && kind !== wanted ? [otherKind(kind, wanted, setting)] : []
  const { found } = validateAndDefault(kind, { ...value }, setting)
  return [
    ...wrong.map(fault => ({ ...fault, path: [...place, 'kind'], ...byOf(wanted) })),
    ...found.map(fault => ({ ...fault, path: [...place, ...fault.path] })),
  ]
}

const byOf = (wanted: ConfigKind | undefined) => (wanted ? { requirement: wanted.requirement } : {})

const otherKind = (
  { kind }: ConfigKind,
  wanted: ConfigKind,
  { apiDomain }: CheckContext,
): ConfigFault => unsupportedValue(kind, [`${wanted.kind} of ${kindApiVersion(wanted, apiDomain)}`])

type Around = {
  readonly document: RecognizedDocument
  readonly documents: readonly RecognizedDocument[]
  readonly files: readonly ConfigFile[]
  readonly setting: CheckContext
}

/**
 * Returns the faults of a file that is named. If its kind is known, its content has been checked
 * separately.
 */
function named(path: unknown, { path: at, wanted }: Plugin, around: Around): ReportedFault[] {
  if (typeof path !== 'string' || path === '') return []
  const { document, documents, files, setting } = around
  const place = [...at, 'path']
  const full = resolveFromFile(document.file, path)
  const isNamedFile = (name: string) => posix.resolve(name) === posix.resolve(full)
  if (!files.some(({ name }) => isNamedFile(name))) {
    const faults = fileFaults(full, setting)
    return Array.from(faults, fault => ({
      ...fault,
      path: place,
      value: path,
      requirement: 'ADM-038',
    }))
  }
  const held = documents.filter(({ file }) => isNamedFile(file))
  const [first] = held
  if (!wanted || !first || first.kind === wanted) return []
  return [
    {
      ...otherKind(first.kind, wanted, setting),
      path: place,
      value: path,
      requirement: wanted.requirement,
    },
  ]
}
