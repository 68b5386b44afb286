// Certifies a genuine kube-apiserver with other types in the roles of the checks, as target files
// of other servers have them. A genuine server is correct with every type, so each failing row
// would be a false alarm, except those of its known bugs.

import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent } from 'undici'
import { resourcePath } from '../../fixtures/objects/tested-types.ts'
import type { Role, TestedType } from '../../fixtures/objects/tested-types.ts'
import { customType, definitionOf } from '../../fixtures/published/custom-type.ts'
import { candidatesFor, lastResorts } from '../../fixtures/targets/candidate-types.ts'
import { createSender, type Send } from '../../fixtures/targets/kube-apiserver/send.ts'
import { startKubeApiserver } from '../../fixtures/targets/kube-apiserver/start.ts'
import type { ConformanceReport } from '../../reports/report.ts'
import { printLine } from '../long-runs/print-line.ts'
import type { LongRun } from '../long-runs/storage-engine-runs.ts'
import { runProgram } from './certify-partial-servers.ts'

/** An assignment of types to roles, and the rows that fail with it because of a known bug. */
type Assignment = {
  types: Partial<Record<Role, TestedType>>
  knownBugs?: string[]
}

const group = 'other-types.example'

const gadgets = customType(group, 'gadgets', 'Gadget', true)
const widgets = customType(group, 'widgets', 'Widget', true)
const gizmos = customType(group, 'gizmos', 'Gizmo', false)

const known = (role: Role, resource: string): TestedType => {
  const found = [...candidatesFor('k8s.io')[role], lastResorts[role]].find(
    type => type?.resource === resource,
  )
  if (!found) throw new Error(`expected ${resource} among the candidates for ${role}`)
  return found
}

// Once the last policy with parameters of a kind has been deleted, the server finds no parameters
// of that kind for later policies, unless it watches the kind for another reason.
const lostParameters = ['K8S-ADM-005', 'K8S-ADM-006']

const assignments: Record<string, Assignment> = {
  'custom types': { types: { main: gadgets, core: widgets, cluster: gizmos, status: widgets } },
  deployments: {
    types: {
      main: known('main', 'deployments'),
      core: known('core', 'configmaps'),
      cluster: known('cluster', 'clusterroles'),
      status: known('status', 'deployments'),
    },
    knownBugs: lostParameters,
  },
  'config maps and pods': {
    types: {
      main: known('main', 'configmaps'),
      core: known('core', 'pods'),
      cluster: known('cluster', 'storageclasses'),
      status: known('status', 'pods'),
    },
  },
  'pods and nodes': {
    types: {
      main: known('main', 'pods'),
      core: known('core', 'configmaps'),
      cluster: known('cluster', 'nodes'),
      status: known('status', 'deployments'),
    },
    knownBugs: lostParameters,
  },
  'a custom type with a status': {
    types: { main: widgets, cluster: known('cluster', 'ingressclasses'), status: widgets },
  },
  'a cluster-scoped type': {
    types: { main: gizmos, core: gadgets, cluster: known('cluster', 'runtimeclasses') },
  },
}

/**
 * The nightly step: a full run with each assignment, on a new server. `OTHER_TYPES` selects an
 * assignment by its name.
 */
export async function certifyWithOtherTypes(): Promise<LongRun> {
  const wanted = process.env['OTHER_TYPES']
  if (wanted !== undefined && !Object.hasOwn(assignments, wanted))
    throw new Error(
      `OTHER_TYPES: expected one of ${Object.keys(assignments).join(', ')}, got ${wanted}`,
    )
  const problems: string[] = []
  for (const [name, assignment] of Object.entries(assignments)) {
    if (wanted !== undefined && wanted !== name) continue
    const { line, failing } = await certifyWith(assignment)
    printLine(`  ${name}: ${line}`)
    problems.push(...failing.map(row => `  ${name}: ${row}`))
  }
  return problems.length === 0 ? {} : { problem: problems.join('\n') }
}

async function certifyWith({
  types,
  knownBugs = [],
}: Assignment): Promise<{ line: string; failing: string[] }> {
  const server = await startKubeApiserver()
  const directory = await mkdtemp(join(tmpdir(), 'touchstone-other-types-'))
  try {
    const { url, certificateAuthority, tokens } = server
    const dispatcher = new Agent({ connect: { ca: await readFile(certificateAuthority) } })
    const admin = createSender({ origin: url, dispatcher, token: tokens.admin })
    await define(admin).finally(async () => dispatcher.destroy())
    const tokenFile = join(directory, 'admin.token')
    await writeFile(tokenFile, tokens.admin, { mode: 0o600 })
    const target = {
      apiVersion: 'touchstone/v1alpha1',
      kind: 'Target',
      url,
      certificateAuthority,
      credentials: { admin: { tokenFile } },
      types,
    }
    const file = join(directory, 'target.yaml')
    // JSON is valid YAML.
    await writeFile(file, JSON.stringify(target))
    const reports = join(directory, 'report')
    const args = ['certify', '--target', file, '--report-dir', reports, '--timeout', '20m']
    const { lastWords } = await runProgram(args, runMsMax)
    const written = join(reports, 'report.json')
    if (!existsSync(written)) return { line: lastWords, failing: [`no report: ${lastWords}`] }
    return judge(JSON.parse(readFileSync(written, 'utf8')) as ConformanceReport, knownBugs)
  } finally {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  }
}

const runMsMax = 21 * 60_000
const establishedWithinMs = 30_000
const pauseMs = 100
// Even with a cluster-scoped main type more rows pass; fewer mean that the run ended early.
const passesMin = 300

async function define(send: Send): Promise<void> {
  for (const type of [gadgets, widgets, gizmos]) {
    const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    const { status, text } = await send(
      'POST',
      path,
      definitionOf(type, { hasStatus: type === widgets }),
    )
    if (status !== 201) throw new Error(`POST ${path}: expected 201, got ${status}: ${text}`)
    const served = resourcePath(type)
    const end = performance.now() + establishedWithinMs
    while ((await send('GET', served)).status !== 200) {
      if (performance.now() > end) throw new Error(`GET ${served}: expected 200, got none`)
      await pause(pauseMs)
    }
  }
}

function judge(
  { requirements }: ConformanceReport,
  knownBugs: string[],
): { line: string; failing: string[] } {
  const withVerdict = (...wanted: string[]) =>
    requirements.filter(({ verdict }) => wanted.includes(verdict))
  const blamed = withVerdict('fail', 'flaky', 'error').filter(({ id }) => !knownBugs.includes(id))
  const own = withVerdict('inconclusive').filter(({ because }) =>
    because?.includes('fault of this program'),
  )
  const [passed, undecided] = [withVerdict('pass').length, withVerdict('inconclusive').length]
  const short =
    passed < passesMin ? [`expected at least ${passesMin} rows to pass, got ${passed}`] : []
  return {
    line: `${passed} pass, ${undecided} inconclusive, ${blamed.length} false alarms`,
    failing: [
      ...short,
      ...[...blamed, ...own].map(({ id, verdict, because }) => `${id} ${verdict}: ${because}`),
    ],
  }
}
