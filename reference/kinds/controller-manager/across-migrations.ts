// Components that share the lock of a migration have to agree on who runs which controller: else
// two of them run it, or none.

import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { finding, type Recognized } from '../check-document.ts'
import type { Finding } from '../finding.ts'
import type { Path } from '../rules.ts'

type Migration = { readonly of: Recognized; readonly at: Path; readonly value: JsonObject }

export function migrationFindings(documents: readonly Recognized[]): Finding[] {
  const migrations = documents.flatMap(migrationIn)
  return migrations.flatMap((migration, index) =>
    migrations
      .slice(0, index)
      .filter(({ value }) => value['leaderName'] === migration.value['leaderName'])
      .flatMap(before => disagreements(before, migration)),
  )
}

function migrationIn(document: Recognized): Migration[] {
  const { kind, filled } = document
  if (kind.kind === 'LeaderMigrationConfiguration') return [{ of: document, at: [], value: filled }]
  const generic = filled['Generic']
  if (!isJsonObject(generic) || generic['LeaderMigrationEnabled'] !== true) return []
  const value = objectIn(generic['LeaderMigration'])
  return [{ of: document, at: ['Generic', 'LeaderMigration'], value }]
}

function disagreements(before: Migration, after: Migration): Finding[] {
  const components = new Map(
    objectsIn(before.value['controllerLeaders']).map(leader => [
      leader['name'],
      leader['component'],
    ]),
  )
  return objectsIn(after.value['controllerLeaders']).flatMap(({ name, component }, index) => {
    const other = components.get(name)
    if (other === undefined || other === component || other === '*' || component === '*') return []
    const path = [...after.at, 'controllerLeaders', index, 'component']
    const detail = `${before.of.file} says ${String(other)}, for the same lock`
    return [
      finding({ path, type: 'Invalid value', value: component, detail, by: 'de facto' }, after.of),
    ]
  })
}
