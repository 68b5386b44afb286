// Components that share the lock of a migration have to agree on who runs which controller: else
// two of them run it, or none.

import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { configFindingOf, type RecognizedDocument } from '../check-document.ts'
import type { ConfigFinding } from '../config-finding.ts'
import type { ValuePath } from '../config-rules.ts'

type Migration = {
  readonly of: RecognizedDocument
  readonly at: ValuePath
  readonly value: JsonObject
}

type Said = { readonly by: Migration; readonly component: unknown }

/** What is said of each controller first, by the lock and then by the controller's name. */
type First = Map<unknown, Map<unknown, Said>>

export function migrationFindings(documents: readonly RecognizedDocument[]): ConfigFinding[] {
  const first: First = new Map()
  return documents.flatMap(migrationIn).flatMap(migration => disagreements(migration, first))
}

function migrationIn(document: RecognizedDocument): Migration[] {
  const { kind, filled } = document
  if (kind.kind === 'LeaderMigrationConfiguration') return [{ of: document, at: [], value: filled }]
  const generic = filled['Generic']
  if (!isJsonObject(generic) || generic['LeaderMigrationEnabled'] !== true) return []
  const value = objectIn(generic['LeaderMigration'])
  return [{ of: document, at: ['Generic', 'LeaderMigration'], value }]
}

/** Where a migration says another thing than the first one with its lock. */
function disagreements(migration: Migration, first: First): ConfigFinding[] {
  const { leaderName, controllerLeaders } = migration.value
  const ofLock: Map<unknown, Said> = first.get(leaderName) ?? new Map()
  first.set(leaderName, ofLock)
  return objectsIn(controllerLeaders).flatMap(({ name, component }, index) => {
    // Any component agrees with all.
    if (component === undefined || component === '*') return []
    const said = ofLock.get(name)
    if (!said) ofLock.set(name, { by: migration, component })
    // What a document says twice is a rule of its own.
    if (!said || said.by === migration || said.component === component) return []
    const path = [...migration.at, 'controllerLeaders', index, 'component']
    const detail = `${said.by.of.file} says ${String(said.component)}, for the same lock`
    const fault = { path, type: 'Invalid value', value: component, by: 'de facto' } as const
    return [configFindingOf({ ...fault, detail }, migration.of)]
  })
}
