// Compares the Tables of built-in types with those of a genuine server. The genuine server returns
// each row together with its object, and the reference's code computes the row from that object.
// Covers the samples, the samples without one of their fields, and objects in many states.

import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { createClient } from '../../fixtures/client/client.ts'
import { kubeApiserverTarget } from '../../fixtures/targets/kube-apiserver/target.ts'
import { problemWith } from '../long-runs/storage-engine-runs.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'
import {
  tablesOfBookmarks,
  tablesOfCase,
  tablesOfPods,
  tablesOfSamples,
  tablesOfTypes,
} from './table-requests.ts'
import type { TableCase, ComparedTable } from './table-requests.ts'
import { tableDifferences, isGenuineTable } from './table-differences.ts'
import type { GenuineTable } from './table-differences.ts'
import { apiDomain, listableResources, tableSender } from './table-server.ts'

const cases = parse(
  readFileSync(new URL('../../reference/types/tables/cells.cases.yaml', import.meta.url), 'utf8'),
) as TableCase[]

/** Compares the columns of each type and the cells of all rows. */
export async function compareTables(): Promise<LongRun> {
  const target = await kubeApiserverTarget()
  const client = createClient(target.connection, target.credentials.admin)
  const send = tableSender(client)
  try {
    const compared = [
      ...(await tablesOfTypes(send)),
      ...(await tablesOfSamples(send)),
      ...(await tablesOfPods(send)),
    ]
    for (const [index, example] of cases.entries())
      compared.push(...(await tablesOfCase(send, example, `case-${index}`)))
    const found = [...compared, ...(await tablesOfBookmarks(send))].flatMap(problemsOf)
    return {
      summary: `${compared.length + listableResources.length} tables compared`,
      ...problemWith([...found, ...notSeen(compared)]),
    }
  } finally {
    await client.close()
    await target.close()
  }
}

function problemsOf({ what, resource, answer, own, example }: ComparedTable): string[] {
  const { body, between } = answer
  if (!isGenuineTable(body)) return [`${what}: ${JSON.stringify(body)}`]
  return [
    ...tableDifferences(resource, body, { between, apiDomain, own: own?.body }),
    ...(example ? unlike(example, body) : []),
  ].map(one => `${what}: ${one}`)
}

/** Reports the types of which no row was compared. */
const notSeen = (compared: readonly ComparedTable[]): string[] => {
  const seen = compared.filter(({ answer: { body } }) => isGenuineTable(body) && body.rows?.length)
  return listableResources
    .filter(one => !seen.some(({ resource }) => resource === one))
    .map(({ group, kind }) => `no row of ${group}/${kind} was compared`)
}

const span = /\b\d+[smhdy]/

/**
 * Compares the recorded cells of a case with the genuine server's row, except names and cells that
 * contain a duration.
 */
function unlike({ cells }: TableCase, { columnDefinitions, rows }: GenuineTable): string[] {
  return (columnDefinitions ?? []).flatMap(({ name }, index) => {
    const [expected, got] = [rows?.[0]?.cells[index], cells[name]]
    if (got === undefined || name === 'Name' || span.test(String(got))) return []
    return expected === got ? [] : [`${name} is ${JSON.stringify(expected)}, not as the case says`]
  })
}
