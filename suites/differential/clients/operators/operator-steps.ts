// Builds the requests for an operator: they create, apply, discover and delete its definitions, and
// create, change and delete its objects.

import type { DifferentialStep } from '../../custom-cases.ts'
import { definitionsPath as collection } from '../../custom-cases.ts'
import { groupVersionPath } from './operator-data.ts'
import type {
  SampleChange,
  OperatorDefinition,
  OperatorFields,
  Operator,
  OperatorSample,
} from './operator-data.ts'

/** A request with its expected outcome, if the data state one. */
export type OperatorStep = DifferentialStep & {
  readonly name: string
  readonly is?: ExpectedAnswer
}

export type ExpectedAnswer = 'taken' | { readonly refused: readonly string[] }

const applied = 'application/apply-patch+yaml'
const table = 'application/json;as=Table;g=meta.k8s.io;v=v1'

const pathOf = ({ metadata }: OperatorDefinition): string => `${collection}/${metadata.name}`

const ownedBy = (manager: string): string => `?fieldManager=${manager}`

/** Creates each definition in a strict dry run, then applies it. */
export const applySteps = ({ definitions }: Operator): OperatorStep[] =>
  definitions.flatMap(body => [
    acceptedStep(`create ${body.metadata.name} in a dry run`, {
      method: 'POST',
      path: `${collection}?dryRun=All&fieldValidation=Strict`,
      body,
    }),
    acceptedStep(`apply ${body.metadata.name}`, {
      method: 'PATCH',
      path: `${pathOf(body)}${ownedBy('operators')}`,
      type: applied,
      body,
    }),
  ])

/** Returns the requests for established definitions. */
export const readSteps = ({ definitions }: Operator): OperatorStep[] =>
  definitions.flatMap(body => [
    named(`get ${body.metadata.name}`, { method: 'GET', path: pathOf(body) }),
    acceptedStep(`apply ${body.metadata.name} again`, {
      method: 'PATCH',
      path: `${pathOf(body)}${ownedBy('operators')}`,
      type: applied,
      body,
    }),
    named(`discover ${body.spec.group}`, { method: 'GET', path: `/apis/${body.spec.group}` }),
    named(`discover ${body.spec.names.plural}`, {
      method: 'GET',
      path: groupVersionPath(body.spec),
    }),
  ])

export const createSteps = ({ definitions }: Operator): OperatorStep[] =>
  definitions.map(body =>
    acceptedStep(`create ${body.metadata.name}`, { method: 'POST', path: collection, body }),
  )

export const deleteSteps = ({ definitions }: Operator): OperatorStep[] =>
  definitions.map(body =>
    acceptedStep(`delete ${body.metadata.name}`, { method: 'DELETE', path: pathOf(body) }),
  )

/** Returns the steps of all samples. */
export const sampleSteps = ({ definitions, samples }: Operator): OperatorStep[] =>
  samples.flatMap(sample => {
    const definition = definitions.find(({ spec }) => spec.names.kind === sample.object['kind'])
    if (!definition) throw new Error(`${sample.name}: there is no such kind`)
    const path = `/apis/${String(sample.object['apiVersion'])}/namespaces/default/${definition.spec.names.plural}`
    const steps = sample.refused ? refusal(sample, path) : objectSteps(sample, path)
    return steps.map(step => ({ ...step, name: `${sample.name}: ${step.name}` }))
  })

/**
 * Returns the steps of an invalid sample. The apply has no expected outcome, because it may fail
 * before validation.
 */
function refusal({ object, refused = [] }: OperatorSample, at: string): OperatorStep[] {
  const path = `${at}/${nameOf(object)}${ownedBy('somebody')}`
  return [
    { ...named('create', { method: 'POST', path: at, body: object }), is: { refused } },
    named('apply', { method: 'PATCH', path, type: applied, body: object }),
  ]
}

function objectSteps(
  { object, changes = [], selects = [] }: OperatorSample,
  path: string,
): OperatorStep[] {
  const one = `${path}/${nameOf(object)}`
  return [
    named('create strictly in a dry run', {
      method: 'POST',
      path: `${path}?dryRun=All&fieldValidation=Strict`,
      body: object,
    }),
    acceptedStep('create', { method: 'POST', path: `${path}${ownedBy('creator')}`, body: object }),
    acceptedStep('get', { method: 'GET', path: one }),
    named('put what was created', { method: 'PUT', path: one, body: object }),
    ...changes.map((change, index) => changed(change, index, { one, object })),
    named('get what it became', { method: 'GET', path: one }),
    ...['Object', 'Metadata', 'None'].map(includes =>
      named(`list as a table of ${includes}`, {
        method: 'GET',
        path: `${path}?includeObject=${includes}`,
        accept: table,
      }),
    ),
    named('list', { method: 'GET', path }),
    ...selects.map(selector =>
      named(`list of ${selector}`, {
        method: 'GET',
        path: `${path}?fieldSelector=${encodeURIComponent(selector)}`,
      }),
    ),
    acceptedStep('delete', { method: 'DELETE', path: one }),
    named('get what is gone', { method: 'GET', path: one }),
  ]
}

type Place = { readonly one: string; readonly object: OperatorFields }

function changed(change: SampleChange, index: number, { one, object }: Place): OperatorStep {
  const [[verb, fields] = ['', {}]] = Object.entries(change)
  const name = `change ${index + 1}, ${verb} ${JSON.stringify(fields)}`
  if (verb === 'apply') {
    const { apiVersion = null, kind = null } = object
    const body = { apiVersion, kind, metadata: { name: nameOf(object) }, ...fields }
    const path = `${one}${ownedBy('applier')}&force=true`
    return named(name, { method: 'PATCH', path, type: applied, body })
  }
  if (verb === 'merge') return named(name, { method: 'PATCH', path: one, body: fields })
  const body = verb === 'status' ? { status: fields } : fields
  return named(name, { method: 'PATCH', path: `${one}/${verb}`, body })
}

const named = (name: string, step: DifferentialStep): OperatorStep => ({ name, ...step })

const acceptedStep = (name: string, step: DifferentialStep): OperatorStep => ({
  name,
  ...step,
  is: 'taken',
})

const nameOf = ({ metadata }: OperatorFields): string =>
  String((metadata as OperatorFields)['name'])
