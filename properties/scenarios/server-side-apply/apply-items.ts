// Generates applies of ReplicaSets by several managers: containers, variables and ports in lists
// with keys, and atomic lists and maps. They run no pods.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { FieldShape } from '../../models/field-shapes.ts'
import type { RequestStep, Scenario } from '../../dsl/scenario.ts'
import { editTerm, caseName, rawRequest, sampleTerm, scenarioWith } from '../../dsl/steps.ts'
import type { Json, Term } from '../../dsl/term.ts'
import { applyAt } from '../../dsl/write-steps.ts'
import { typePath, replicaSets } from '../named-types.ts'

const container: FieldShape = {
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

/** The tracked fields of a ReplicaSet. Defaults of the server are not tracked. */
export const replicaSetShape: FieldShape = {
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

/** All managers apply container `a`, because a template needs a container. */
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

/** Returns the ReplicaSet that a manager applies. */
export const replicaSetBody = (spec: Term, logical = 'x'): Term =>
  editTerm(sampleTerm('namespaces', logical), {
    '/apiVersion': replicaSets.apiVersion,
    '/kind': replicaSets.kind,
    '/spec': spec,
  })

export const replicaSetPath = (...below: string[]): { path: Term } => ({
  path: typePath(replicaSets, 0, caseName('x'), ...below),
})

export const readReplicaSet = (as: string): RequestStep =>
  rawRequest(as, 'GET', replicaSetPath().path)

/**
 * Generates applies by three managers (`write 1`, …), some forced, each followed by a read (`look
 * 1`, …).
 */
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
      scenarioWith(
        ...writes.flatMap(({ manager, spec, isForced }, index) => [
          applyAt(`write ${index + 1}`, replicaSetPath(), {
            body: replicaSetBody(spec),
            manager: caseName(manager),
            isForced,
          }),
          readReplicaSet(`look ${index + 1}`),
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

/** Values that the server normalizes, defaults or omits, applied twice (`first …`, `again …`). */
export const noOpApplies: RequestStep[] = Object.entries<Json>({
  'zero numbers': { ...(idle({}) as object), minReadySeconds: 0 },
  defaults: { ...(idle({ terminationMessagePath: '/dev/termination-log' }) as object) },
  quantities: idle({ resources: { limits: { cpu: '0.5', memory: '1024Mi' } } }),
  'empty maps': idle({ resources: {}, securityContext: {} }),
  'empty texts': idle({ env: [{ name: 'E', value: '' }] }),
  'no lists': idle({ env: null, args: [] }),
}).flatMap(([as, spec], index) => {
  const target = { path: typePath(replicaSets, 0, caseName(`i${index}`)) }
  const request = (label: string): RequestStep =>
    applyAt(`${label} ${as}`, target, {
      body: replicaSetBody(spec, `i${index}`),
      manager: caseName('m'),
    })
  return [request('first'), request('again')]
})

const condition = { type: 'Touchstone', status: 'True' }

/**
 * Applies of a ReplicaSet (`object`), of its status (`status`), of the ReplicaSet with a status
 * (`main`), and of the status of a missing one (`absent`).
 */
export const statusApplies: RequestStep[] = [
  applyAt('object', replicaSetPath(), { body: replicaSetBody(idle({})), manager: caseName('m') }),
  applyAt('status', replicaSetPath('status'), {
    body: editTerm(replicaSetBody({}), { '/status': { conditions: [condition] } }, [
      '/spec',
      '/metadata/labels',
    ]),
    manager: caseName('m'),
  }),
  applyAt('main', replicaSetPath(), {
    body: editTerm(
      replicaSetBody({}),
      {
        '/metadata/annotations': { a: 'set' },
        '/status': { conditions: [{ ...condition, type: 'Other' }] },
      },
      ['/spec'],
    ),
    manager: caseName('n'),
  }),
  readReplicaSet('look'),
  applyAt(
    'absent',
    { path: typePath(replicaSets, 0, caseName('none'), 'status') },
    {
      body: editTerm(replicaSetBody({}, 'none'), { '/status': { conditions: [condition] } }, [
        '/spec',
      ]),
      manager: caseName('m'),
    },
  ),
  rawRequest('nothing', 'GET', typePath(replicaSets, 0, caseName('none'))),
]
