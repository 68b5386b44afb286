// The steps of the nightly run, in groups. Each group proves one thing.

import { mutantsCommand } from '../../bin/mutants.ts'
import { compareAccess } from '../differential/access/access-differential.ts'
import { compareAudits } from '../differential/access/audit-differential.ts'
import { compareReviews } from '../differential/access/review-differential.ts'
import { compareSelectorReviews } from '../differential/access/selector-reviews.ts'
import { compareApplies } from '../differential/apply-differential.ts'
import { accessModelOn } from './access-model.ts'
import { decisionsAmongBindings } from './binding-decisions.ts'
import { encryptedReads } from './encrypted-reads.ts'
import { auditAgreement, auditOfHangingWebhook, auditOnFullDisk } from './audit-agreement.ts'
import { auditDependencies } from '../tools/vulnerable-dependencies.ts'
import { compareWithTable } from '../bench/published-table.ts'
import { measureEveryMutant } from '../tools/measure-mutant-effects.ts'
import { compareDefaults } from '../differential/built-in-defaults.ts'
import { compareTables } from '../differential/built-in-tables.ts'
import { compareDrawn } from '../differential/clients/drawn/compare-drawn.ts'
import { compareGoClient, compareGoOperator } from '../differential/clients/go-client.ts'
import { compareJavaClient } from '../differential/clients/java-client.ts'
import { compareNodeClient } from '../differential/clients/node-client.ts'
import { compareOperators } from '../differential/clients/operators/compare-operators.ts'
import { comparePythonClient } from '../differential/clients/python-client.ts'
import { compareBodies } from '../differential/clients/recorded-bodies.ts'
import { compareWebhooks } from '../differential/clients/compare-webhooks.ts'
import { compareKubectl } from '../differential/clients/compare-kubectl.ts'
import { kubectlAuthenticates } from '../differential/clients/kubectl-credentials.ts'
import { compareCommandLines } from '../differential/command-line-differential.ts'
import { compareConfiguration } from '../differential/config-differential.ts'
import { compareCustom } from '../differential/custom-differential.ts'
import {
  concurrentHistoriesOn,
  idleConnectionRun,
  informerRun,
  interleavingRuns,
  killRuns,
  powerLossRuns,
  rotationKillRuns,
  sequencesOn,
} from './storage-engine-runs.ts'
import type { LongRun } from './storage-engine-runs.ts'
import { certifyWithOtherTypes } from '../servers/other-types.ts'
import { certifyPublished } from '../servers/published/certify-published.ts'
import { judgeHostileTargets } from '../robustness/hostile-targets.ts'
import { certifyByDocumentedStart } from '../servers/documented-start.ts'
import { certifyEverySetting } from '../servers/certify-served.ts'
import { resultsAreFresh } from '../tools/results-fresh.ts'
import { compareOpenApi } from '../differential/compare-openapi.ts'
import { comparePolicies } from '../differential/policy-differential.ts'
import { compareControllers } from '../differential/controllers/compare-controllers.ts'
import { compareStoredValues } from '../differential/stored-values.ts'
import { compareSettings } from '../differential/settings-differential.ts'
import { judgePartialServers } from '../servers/certify-partial-servers.ts'
import { newUserPath } from '../servers/new-user.ts'
import { compareValues } from '../differential/values/values-differential.ts'
import { judgeEveryVariant } from './variant-runs.ts'
import { waitingWatches } from '../robustness/waiting-watches.ts'
import { wholeAttacks } from './whole-attacks.ts'
import { certifyOnGenuine, certifyOnReference, judgeSequencesOnGenuine } from './whole-runs.ts'

type Step = [name: string, step: () => Promise<LongRun>]

/** Steps that prove one thing together. */
export type NightlyGroup = { name: string; proves: string; steps: Step[] }

/** All groups, in the order in which they run. */
export const nightlyGroups: NightlyGroup[] = [
  {
    name: 'checks',
    proves: 'The checks find every planted fault and fail no correct server.',
    steps: [
      ['every mutant is killed by the checks that it names', everyMutant],
      [
        'a report on a mutant is short, and begins with the rule that is broken',
        measureEveryMutant,
      ],
      ['no check fails on a lawful variant in any dialect', judgeEveryVariant],
      ['hostile targets break no judge, and bad connections fail no check', judgeHostileTargets],
      ['attacks on the reference do no harm, with every case', wholeAttacks],
      [
        'partial servers: verdicts are true, and name every fault in their tables',
        judgePartialServers,
      ],
      ['a new user mends the first finding, and certifies again', newUserPath],
      [
        'servers that the documented program starts pass, and leave no process behind',
        certifyByDocumentedStart,
      ],
      ['published servers are judged as their tables say', certifyPublished],
      [
        'the genuine server passes with other types in the roles of the checks',
        certifyWithOtherTypes,
      ],
      ['the genuine server passes or differs as declared', () => certifyOnGenuine('idle')],
      [
        'the genuine server while two busy processes compete with it',
        () => certifyOnGenuine('busy'),
      ],
      ['the genuine server behind a link of 200 ± 100 ms', () => certifyOnGenuine('slow link')],
      ['1,000 sequences on the genuine server', () => judgeSequencesOnGenuine(1000)],
    ],
  },
  {
    name: 'conformance',
    proves: 'The reference conforms, whatever the seed and however it is reached.',
    steps: [
      ['what is served is conformant by its address, with users and without', certifyEverySetting],
      [
        'twenty runs of the reference',
        () => certifyOnReference(Array.from({ length: 20 }, () => ({ seed: 1 }))),
      ],
      [
        'fifty seeds on the reference',
        () => certifyOnReference(Array.from({ length: 50 }, (_, seed) => ({ seed: seed + 100 }))),
      ],
    ],
  },
  {
    name: 'differential',
    proves: 'The reference answers as the genuine server does.',
    steps: [
      ['the built-in types are filled in as by the genuine server', compareDefaults],
      ['the same where they come in Protobuf', () => compareDefaults('protobuf')],
      [
        'the reference and a genuine server read the values that the other encrypts',
        compareStoredValues,
      ],
      [
        'a GET of an encrypted object takes at most 1.15 times the time of a plain one',
        encryptedReads,
      ],
      ['settings do what they do on the genuine server', compareSettings],
      ['admission policies do what they do on the genuine server', comparePolicies],
      ['controllers do what those of a genuine controller manager do', compareControllers],
      [
        '20,000 decisions of RBAC are those of the genuine server',
        () => compareAccess({ decisions: 20_000 }),
      ],
      ['the responses to access reviews equal those of a genuine server', compareReviews],
      [
        'webhooks that authorize are asked with the selectors of the genuine server',
        compareSelectorReviews,
      ],
      [
        'the reference answers no request that the model of RBAC forbids',
        () => accessModelOn('reference', { requests: 10_000 }),
      ],
      [
        'the genuine server answers no request that the model of RBAC forbids',
        () => accessModelOn('genuine server', { requests: 10_000 }),
      ],
      [
        '5,000 requests are audited as by the genuine server',
        () => compareAudits({ requests: 5000 }),
      ],
      ['10,000 values are refused as by the genuine server', compareValues],
      ['the built-in types have the rows of the genuine server', compareTables],
      ['the documents of OpenAPI say what those of the genuine server say', compareOpenApi],
      ['definitions and custom objects are treated as by the genuine server', compareCustom],
      [
        'configuration is taken and refused as by the genuine server',
        () => compareConfiguration({ documents: 5000, starts: 24 }),
      ],
      [
        'command lines of the node agent are taken and refused as by the genuine options',
        compareCommandLines,
      ],
      ['bodies of every kind are read and written as by the genuine server', compareBodies],
      [
        '5,000 sequences of applies are answered as by the genuine server',
        () => compareApplies({ sequences: 5000 }),
      ],
    ],
  },
  {
    name: 'clients',
    proves: 'Third-party clients see on the reference what they see on the genuine server.',
    steps: [
      ['five operators define and use what they do with the genuine server', compareOperators],
      ['kubectl says of the reference what it says of the genuine server', compareKubectl],
      ['kubectl authenticates with a certificate and with a token', kubectlAuthenticates],
      ['drawn commands are answered as by the genuine server', drawn],
      ['a Go client sees on the reference what it sees on the genuine server', compareGoClient],
      ['an operator does on the reference what it does on the genuine server', compareGoOperator],
      [
        'webhooks of three operators, also sabotaged, do what they do on the genuine server',
        compareWebhooks,
      ],
      ['a Python client sees on the reference what it sees there', comparePythonClient],
      ['a Java client sees on the reference what it sees there', compareJavaClient],
      ['a JavaScript client sees on the reference what it sees there', compareNodeClient],
    ],
  },
  {
    name: 'storage',
    proves:
      'The storage engines lose nothing under load, kills and power failures, and agree with a model.',
    steps: [
      ['10,000 concurrent histories on memory', () => concurrentHistoriesOn('memory', 10_000)],
      ['10,000 concurrent histories on lmdb', () => concurrentHistoriesOn('lmdb', 10_000)],
      ['10,000 concurrent histories on etcd', () => concurrentHistoriesOn('etcd', 10_000)],
      ['10,000 sequences on memory', () => sequencesOn('memory', 10_000)],
      ['10,000 sequences on lmdb', () => sequencesOn('lmdb', 10_000)],
      ['10,000 sequences on etcd', () => sequencesOn('etcd', 10_000)],
      ['100,000 interleavings lose no event', () => interleavingRuns(100_000)],
      ['10,000 waiting watches on memory', () => waitingWatches('memory', 10_000)],
      ['10,000 waiting watches on lmdb', () => waitingWatches('lmdb', 10_000)],
      ['10,000 waiting watches on etcd', () => waitingWatches('etcd', 10_000)],
      ['lmdb and 500 kills under load', () => killRuns(500)],
      ['500 kills during the rotation of encryption keys', () => rotationKillRuns(500)],
      ['lmdb and 500 losses of power', () => powerLossRuns(500)],
      ['audit events and answers agree under load for ten minutes', () => auditAgreement(600_000)],
      ['a full disk keeps no request from its answer', () => auditOnFullDisk(60_000)],
      ['nor does an audit webhook that hangs', () => auditOfHangingWebhook(60_000)],
      ['an informer in a storm for ten minutes', () => informerRun(10)],
      ['10,000 idle connections', () => idleConnectionRun(10_000)],
    ],
  },
  {
    name: 'speed',
    proves: 'The reference is not slower than when its speed was last published.',
    steps: [
      [
        'no figure is more than 5 % worse than at the commit of the table',
        async () => compareWithTable(),
      ],
      ['a decision of RBAC among 10,000 bindings takes less than 20 µs', decisionsAmongBindings],
    ],
  },
  {
    name: 'upkeep',
    proves: 'Dependencies and committed results are up to date.',
    steps: [
      ['no dependency has a known vulnerability', auditDependencies],
      ['committed results are of the present checks', resultsAreFresh],
    ],
  },
]

/** Runs the command, which prints a line per mutant. */
async function everyMutant(): Promise<LongRun> {
  const code = await mutantsCommand([], {})
  return code === 0
    ? {}
    : { problem: 'the mutants above that survived or disturbed an unrelated check' }
}

async function drawn(): Promise<LongRun> {
  return compareDrawn({
    commands: numberIn('DRAWN_COMMANDS', 300),
    seed: numberIn('DRAWN_SEED', 1),
  })
}

function numberIn(name: string, standard: number): number {
  const text = process.env[name] ?? String(standard)
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`${name}: expected a whole number, got ${JSON.stringify(text)}`)
}
