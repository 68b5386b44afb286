// Functions by which expressions ask whether a user may make a request.

import type { AccessAnswer, AccessQuestion, ResourceInQuestion } from '../api/access.ts'
import { defineOverloads, type Overload } from './overloads.ts'
import { CelRuntimeError, ExtensionValue } from './values.ts'

/** Answers a question at once. May throw an error that ends the evaluation. */
export type AskAccess = (question: AccessQuestion) => AccessAnswer

type Asking = { readonly ask: AskAccess; readonly account?: AccessQuestion['account'] }
type AskingPath = Asking & { readonly path: string }
type AskingResource = Asking & { readonly resource: ResourceInQuestion }

const extension = (type: string, value: object): ExtensionValue =>
  new ExtensionValue(type, JSON.stringify(value), value)

/** Returns the value of the variable `authorizer`. */
export const authorizerValue = (ask: AskAccess): ExtensionValue => extension('authorizer', { ask })

/** Returns the value of the variable `authorizer.requestResource`. */
export const requestResourceValue = (
  ask: AskAccess,
  resource: ResourceInQuestion,
): ExtensionValue => extension('resourcecheck', { ask, resource })

// The type of a value is decided before its function is called.
const asking = <T>(value: unknown): T => (value as ExtensionValue).value as T

const nowhere: Omit<ResourceInQuestion, 'group' | 'resource'> = {
  version: '',
  subresource: '',
  namespace: '',
  name: '',
}

// The cost of a check in genuine servers, in addition to the step of any call.
const checkCost = 350_000 - 1

const part =
  (member: keyof ResourceInQuestion): Overload['run'] =>
  ([receiver, text]) => {
    const { resource, ...rest } = asking<AskingResource>(receiver)
    return extension('resourcecheck', { ...rest, resource: { ...resource, [member]: text } })
  }

/** Selectors do not decide about access in this server. */
const ignored: Overload['run'] = ([receiver]) => receiver

const decided =
  (read: (answer: AccessAnswer) => unknown): Overload['run'] =>
  ([receiver]) =>
    read(asking<AccessAnswer>(receiver))

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/
const isLabel = (text: string): boolean => text.length <= 63 && label.test(text)
const isSubdomain = (text: string): boolean =>
  text.length <= 253 && text.split('.').every(one => label.test(one))

export const accessFunctions: readonly Overload[] = defineOverloads({
  'authorizer.path(string) pathcheck': ([receiver, path]) => {
    if (path === '') throw new CelRuntimeError('path must not be empty')
    return extension('pathcheck', { ...asking<Asking>(receiver), path })
  },
  'authorizer.group(string) groupcheck': ([receiver, group]) =>
    extension('groupcheck', { ...asking<Asking>(receiver), group }),
  'authorizer.serviceAccount(string, string) authorizer': ([receiver, given, named]) => {
    const [namespace, name] = [String(given), String(named)]
    if (!isSubdomain(name)) throw new CelRuntimeError('Invalid service account name')
    if (!isLabel(namespace)) throw new CelRuntimeError('Invalid service account namespace')
    return extension('authorizer', { ...asking<Asking>(receiver), account: { namespace, name } })
  },
  'groupcheck.resource(string) resourcecheck': ([receiver, resource]) => {
    if (resource === '') throw new CelRuntimeError('resource must not be empty')
    const { group, ...rest } = asking<Asking & { readonly group: string }>(receiver)
    return extension('resourcecheck', { ...rest, resource: { ...nowhere, group, resource } })
  },
  'resourcecheck.subresource(string) resourcecheck': part('subresource'),
  'resourcecheck.namespace(string) resourcecheck': part('namespace'),
  'resourcecheck.name(string) resourcecheck': part('name'),
  'resourcecheck.fieldSelector(string) resourcecheck': ignored,
  'resourcecheck.labelSelector(string) resourcecheck': ignored,
  'pathcheck.check(string) decision': ([receiver, verb], { spend }) => {
    spend(checkCost)
    const { ask, account, path } = asking<AskingPath>(receiver)
    return extension('decision', ask({ ...(account && { account }), path, verb: String(verb) }))
  },
  'resourcecheck.check(string) decision': ([receiver, verb], { spend }) => {
    spend(checkCost)
    const { ask, account, resource } = asking<AskingResource>(receiver)
    const question = { ...(account && { account }), ...resource, verb: String(verb) }
    return extension('decision', ask(question))
  },
  'decision.allowed() bool': decided(({ isAllowed }) => isAllowed),
  'decision.reason() string': decided(({ reason }) => reason),
  'decision.errored() bool': decided(({ fault }) => fault !== undefined),
  'decision.error() string': decided(({ fault = '' }) => fault),
})
