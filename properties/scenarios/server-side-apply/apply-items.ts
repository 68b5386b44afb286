// ReplicaSets of several managers: containers, variables and ports that are told apart by keys, and
// lists and maps that are atomic. Nobody runs them.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Shape } from '../../models/field-shapes.ts'
import type { Request, Scenario } from '../../dsl/scenario.ts'
import { edited, named, raw, sample, steps } from '../../dsl/steps.ts'
import type { Json, Term } from '../../dsl/term.ts'
import { applyAt } from '../../dsl/write-steps.ts'
import { pathIn, replicaSets } from '../named-types.ts'

const container: Shape = {
  keys: { name: undefined },
  item: {
    fields: {
      name: 'whole',
      image: 'whole',
      args: 'whole',
      env: { keys: { name: undefined }, item: { fields: { name: 'whole', value: 'whole' } } },
      ports: {
        keys: { containerPort: undefined, protocol: 'TCP' },
        item: { fields: { containerPort: 'whole', name: 'whole' } },
      },
    },
  },
}

/** What is followed of a ReplicaSet; what a server fills in is not. */
export const replicaSetShape: Shape = {
  fields: {
    metadata: { fields: { labels: { each: 'whole' }, annotations: { each: 'whole' } } },
    spec: {
      fields: {
        selector: 'whole',
        template: {
          fields: {
            metadata: { fields: { labels: { each: 'whole' } } },
            spec: { fields: { containers: container, nodeSelector: 'whole' } },
          },
        },
      },
    },
  },
}

const someText = fc.constantFrom('one', 'two')
const labels = { 'touchstone.invalid/replica-set': 'empty' }

const someEnv = fc
  .dictionary(fc.constantFrom('E', 'F'), someText)
  .map(texts => Object.entries(texts).map(([name, value]) => ({ name, value })))

const somePorts: Arbitrary<Json> = fc
  .dictionary(
    fc.constantFrom('80', '81'),
    fc.record({ name: fc.constantFrom('v', 'w'), isPlain: fc.boolean() }),
  )
  .map(ports =>
    Object.entries(ports).map(([port, { name, isPlain }]) => ({
      containerPort: Number(port),
      name: `${name}${port}`,
      ...(isPlain ? {} : { protocol: 'TCP' }),
    })),
  )

const someContainer = (name: string): Arbitrary<Json> =>
  fc
    .record({ env: someEnv, ports: somePorts, args: fc.subarray(['one', 'two']) })
    .map(({ env, ports, args }) => ({
      name,
      image: 'touchstone.invalid/idle',
      ...(env.length > 0 ? { env } : {}),
      ...(Array.isArray(ports) && ports.length > 0 ? { ports } : {}),
      ...(args.length > 0 ? { args } : {}),
    }))

/** Container `a` is everybody's, as a template needs one. */
const someSpec: Arbitrary<Json> = fc
  .record({
    a: someContainer('a'),
    b: fc.option(someContainer('b'), { nil: undefined }),
    disk: fc.option(someText, { nil: undefined }),
  })
  .map(({ a, b, disk }) => ({
    replicas: 0,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        schedulerName: 'touchstone',
        containers: b === undefined ? [a] : [a, b],
        ...(disk === undefined ? {} : { nodeSelector: { disk } }),
      },
    },
  }))

/** A ReplicaSet as a manager applies it. */
export const replicaSetBody = (spec: Term, logical = 'x'): Term =>
  edited(sample('namespaces', logical), {
    '/apiVersion': replicaSets.apiVersion,
    '/kind': replicaSets.kind,
    '/spec': spec,
  })

export const replicaSetAt = (...below: string[]): { path: Term } => ({
  path: pathIn(replicaSets, 0, named('x'), ...below),
})

export const replicaSetLook = (as: string): Request => raw(as, 'GET', replicaSetAt().path)

/** Applies by three managers (`write 1`, …), some forced, each with a look (`look 1`, …). */
export const appliedItems = (): Arbitrary<Scenario> =>
  fc
    .array(
      fc.record({
        manager: fc.constantFrom('m', 'n', 'o'),
        spec: someSpec,
        isForced: fc.boolean(),
      }),
      { minLength: 3, maxLength: 6 },
    )
    .map(writes =>
      steps(
        ...writes.flatMap(({ manager, spec, isForced }, index) => [
          applyAt(`write ${index + 1}`, replicaSetAt(), {
            body: replicaSetBody(spec),
            manager: named(manager),
            isForced,
          }),
          replicaSetLook(`look ${index + 1}`),
        ]),
      ),
    )

const idle = (more: { [field: string]: Json }): Json => ({
  replicas: 0,
  selector: { matchLabels: labels },
  template: {
    metadata: { labels, creationTimestamp: null },
    spec: {
      schedulerName: 'touchstone',
      containers: [{ name: 'a', image: 'touchstone.invalid/idle', ...more }],
    },
  },
})

/** Values that types normalize, fill in or leave out, applied twice (`first …`, `again …`). */
export const idleApplies: Request[] = Object.entries<Json>({
  'zero numbers': { ...(idle({}) as object), minReadySeconds: 0 },
  defaults: { ...(idle({ terminationMessagePath: '/dev/termination-log' }) as object) },
  quantities: idle({ resources: { limits: { cpu: '0.5', memory: '1024Mi' } } }),
  'empty maps': idle({ resources: {}, securityContext: {} }),
  'empty texts': idle({ env: [{ name: 'E', value: '' }] }),
  'no lists': idle({ env: null, args: [] }),
}).flatMap(([as, spec], index) => {
  const at = { path: pathIn(replicaSets, 0, named(`i${index}`)) }
  const request = (label: string): Request =>
    applyAt(`${label} ${as}`, at, {
      body: replicaSetBody(spec, `i${index}`),
      manager: named('m'),
    })
  return [request('first'), request('again')]
})

const condition = { type: 'Touchstone', status: 'True' }

/**
 * A ReplicaSet (`object`), its status (`status`), itself with a status (`main`), and the status of
 * what is not there (`absent`).
 */
export const statusApplies: Request[] = [
  applyAt('object', replicaSetAt(), { body: replicaSetBody(idle({})), manager: named('m') }),
  applyAt('status', replicaSetAt('status'), {
    body: edited(replicaSetBody({}), { '/status': { conditions: [condition] } }, [
      '/spec',
      '/metadata/labels',
    ]),
    manager: named('m'),
  }),
  applyAt('main', replicaSetAt(), {
    body: edited(
      replicaSetBody({}),
      {
        '/metadata/annotations': { a: 'set' },
        '/status': { conditions: [{ ...condition, type: 'Other' }] },
      },
      ['/spec'],
    ),
    manager: named('n'),
  }),
  replicaSetLook('look'),
  applyAt(
    'absent',
    { path: pathIn(replicaSets, 0, named('none'), 'status') },
    {
      body: edited(replicaSetBody({}, 'none'), { '/status': { conditions: [condition] } }, [
        '/spec',
      ]),
      manager: named('m'),
    },
  ),
  raw('nothing', 'GET', pathIn(replicaSets, 0, named('none'))),
]
