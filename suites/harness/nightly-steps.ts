// The steps of the nightly run, in groups. Each group proves one thing.

import { mutantsCommand } from '../../bin/mutants.ts'
import { sameApplies } from '../differential/apply-differential.ts'
import { auditDependencies } from '../tools/audit.ts'
import { everyBlame } from '../tools/blame.ts'
import { sameDefaults } from '../differential/built-in-defaults.ts'
import { sameTables } from '../differential/built-in-tables.ts'
import { sameDrawn } from '../differential/clients/drawn/same-drawn.ts'
import { sameGoClient, sameOperator } from '../differential/clients/go-client.ts'
import { sameJavaClient } from '../differential/clients/java-client.ts'
import { sameNodeClient } from '../differential/clients/node-client.ts'
import { sameOperators } from '../differential/clients/operators/same-operators.ts'
import { samePythonClient } from '../differential/clients/python-client.ts'
import { sameBodies } from '../differential/clients/recorded-bodies.ts'
import { sameKubectl } from '../differential/clients/same-kubectl.ts'
import { sameCommandLines } from '../differential/command-line-differential.ts'
import { sameConfiguration } from '../differential/config-differential.ts'
import { sameCustom } from '../differential/custom-differential.ts'
import {
  crowdsOn,
  idle,
  informerFor,
  interleavings,
  kills,
  powerLosses,
  sequencesOn,
} from './engines.ts'
import type { LongRun } from './engines.ts'
import { foreignJudged } from './foreign/foreign.ts'
import { everyHostileTarget } from './hostile-targets.ts'
import { ownVerdicts } from './own-verdict.ts'
import { resultsAreFresh } from '../tools/results-fresh.ts'
import { sameOpenApi } from '../differential/same-openapi.ts'
import { sameSettings } from '../differential/settings-differential.ts'
import { strangersJudged } from './strangers.ts'
import { sameValues } from '../differential/values/differential.ts'
import { everyVariant } from './variant-runs.ts'
import { waitingWatches } from './waiting-watches.ts'
import { onGenuine, onReference, sequencesOnGenuine } from './whole-runs.ts'

type Step = [name: string, step: () => Promise<LongRun>]

/** Steps that prove one thing together. */
export type Group = { name: string; proves: string; steps: Step[] }

/** All groups, in the order in which they run. */
export const groups: Group[] = [
  {
    name: 'checks',
    proves: 'The checks find every planted fault and fail no correct server.',
    steps: [
      ['every mutant is killed by the checks that it names', everyMutant],
      ['a report on a mutant is short, and begins with the rule that is broken', everyBlame],
      ['no check fails on a lawful variant in any dialect', everyVariant],
      ['hostile targets break no judge, and bad connections fail no check', everyHostileTarget],
      ['verdicts on small servers are true, and name every fault in their tables', strangersJudged],
      ['foreign servers are judged as their tables say', foreignJudged],
      ['the genuine server passes or differs as declared', () => onGenuine('idle')],
      ['the genuine server while two busy processes compete with it', () => onGenuine('busy')],
      ['the genuine server behind a link of 200 ± 100 ms', () => onGenuine('slow link')],
      ['1,000 sequences on the genuine server', () => sequencesOnGenuine(1000)],
    ],
  },
  {
    name: 'conformance',
    proves: 'The reference conforms, whatever the seed and however it is reached.',
    steps: [
      ['what is served is conformant by its address, with users and without', ownVerdicts],
      [
        'twenty runs of the reference',
        () => onReference(Array.from({ length: 20 }, () => ({ seed: 1 }))),
      ],
      [
        'fifty seeds on the reference',
        () => onReference(Array.from({ length: 50 }, (_, seed) => ({ seed: seed + 100 }))),
      ],
    ],
  },
  {
    name: 'differential',
    proves: 'The reference answers as the genuine server does.',
    steps: [
      ['the built-in types are filled in as by the genuine server', sameDefaults],
      ['the same where they come in Protobuf', () => sameDefaults('protobuf')],
      ['settings do what they do on the genuine server', sameSettings],
      ['10,000 values are refused as by the genuine server', sameValues],
      ['the built-in types have the rows of the genuine server', sameTables],
      ['the documents of OpenAPI say what those of the genuine server say', sameOpenApi],
      ['definitions and custom objects are treated as by the genuine server', sameCustom],
      [
        'configuration is taken and refused as by the genuine server',
        () => sameConfiguration({ documents: 5000, starts: 24 }),
      ],
      [
        'command lines of the node agent are taken and refused as by the genuine options',
        sameCommandLines,
      ],
      ['bodies of every kind mean to us what they mean to the genuine server', sameBodies],
      [
        '5,000 sequences of applies are answered as by the genuine server',
        () => sameApplies({ sequences: 5000 }),
      ],
    ],
  },
  {
    name: 'clients',
    proves: 'Third-party clients see on the reference what they see on the genuine server.',
    steps: [
      ['five operators define and use what they do with the genuine server', sameOperators],
      ['kubectl says of the reference what it says of the genuine server', sameKubectl],
      ['drawn commands are answered as by the genuine server', drawn],
      ['a Go client sees on the reference what it sees on the genuine server', sameGoClient],
      ['an operator does on the reference what it does on the genuine server', sameOperator],
      ['a Python client sees on the reference what it sees there', samePythonClient],
      ['a Java client sees on the reference what it sees there', sameJavaClient],
      ['a JavaScript client sees on the reference what it sees there', sameNodeClient],
    ],
  },
  {
    name: 'storage',
    proves:
      'The storage engines lose nothing under load, kills and power failures, and agree with a model.',
    steps: [
      ['10,000 crowds on memory', () => crowdsOn('memory', 10_000)],
      ['10,000 crowds on lmdb', () => crowdsOn('lmdb', 10_000)],
      ['10,000 crowds on etcd', () => crowdsOn('etcd', 10_000)],
      ['10,000 sequences on memory', () => sequencesOn('memory', 10_000)],
      ['10,000 sequences on lmdb', () => sequencesOn('lmdb', 10_000)],
      ['10,000 sequences on etcd', () => sequencesOn('etcd', 10_000)],
      ['100,000 interleavings lose no event', () => interleavings(100_000)],
      ['10,000 waiting watches on memory', () => waitingWatches('memory', 10_000)],
      ['10,000 waiting watches on lmdb', () => waitingWatches('lmdb', 10_000)],
      ['10,000 waiting watches on etcd', () => waitingWatches('etcd', 10_000)],
      ['lmdb and 500 kills under load', () => kills(500)],
      ['lmdb and 500 losses of power', () => powerLosses(500)],
      ['an informer in a storm for ten minutes', () => informerFor(10)],
      ['10,000 idle connections', () => idle(10_000)],
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

/** The command prints a line for each mutant. */
async function everyMutant(): Promise<LongRun> {
  const code = await mutantsCommand([], {})
  return code === 0 ? {} : { problem: 'the mutants above that survived or disturbed a control' }
}

async function drawn(): Promise<LongRun> {
  return sameDrawn({
    commands: numberIn('DRAWN_COMMANDS', 300),
    seed: numberIn('DRAWN_SEED', 1),
  })
}

function numberIn(name: string, standard: number): number {
  const text = process.env[name] ?? String(standard)
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Error(`${name}: expected a whole number, got ${JSON.stringify(text)}`)
}
