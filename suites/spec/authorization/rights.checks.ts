// Checks which requests a right covers. Most rights are granted by roles, to users as whom the
// administrator acts.

import fc from 'fast-check'
import {
  areAuthorized,
  requireRolesInForce,
} from '../../../properties/laws/authorization/granted-rights.ts'
import { requireUnreadableObject } from '../../../properties/laws/delete-and-finalizers/corrupt-objects.ts'
import { answerSummary, exchangeAt, isSuccess } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { precondition, recordAnswer } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { requireSuccess } from '../../../properties/laws/preconditions.ts'
import {
  asUser,
  grantRights,
  mustBeRefused,
} from '../../../properties/scenarios/authorization/granted-rights.ts'
import {
  forcedDelete,
  unreadableObject,
} from '../../../properties/scenarios/delete-and-finalizers/corrupt-objects.ts'
import type { Identity, RequestStep } from '../../../properties/dsl/scenario.ts'
import {
  caseName,
  create,
  deleteObject,
  get,
  list,
  sampleTerm,
  scenarioWith,
  updateFrom,
} from '../../../properties/dsl/steps.ts'
import { apply, asDryRun, deleteCollection, patch } from '../../../properties/dsl/write-steps.ts'
import { example, property } from '../../check.ts'

const changes = { metadata: { annotations: { 'touchstone/changed': 'true' } } }

/** One request for each verb, on separate objects, which exist if the verb needs one. */
const requests = {
  get: get('get', 'main', caseName('read')),
  list: list('list', 'main'),
  create: create('create', 'main', 'new'),
  update: updateFrom('update', 'main', 'updated', {}),
  patch: patch('patch', 'main', caseName('patched'), { type: 'merge', body: changes }),
  delete: deleteObject('delete', 'main', caseName('deleted')),
}
type Verb = keyof typeof requests
const verbs = Object.keys(requests) as Verb[]

const objects = ['read', 'updated', 'patched', 'deleted']
const createObjects: RequestStep[] = objects.map(name => create(name, 'main', name))

const byUser = (user: string, request: RequestStep, as: string): RequestStep =>
  asUser(user, { ...request, as })

const namespace = { $namespace: 0 }
const parent = get('parent', 'namespaces', namespace)
const status: RequestStep = {
  ...parent,
  as: 'status',
  to: { role: 'namespaces', name: namespace, subresource: 'status' },
}

const listAll = list('list', 'main')

const unsafeVerb = 'unsafe-delete-ignore-read-errors'
const deleters = {
  'delete-only': ['delete'],
  'unsafe-only': [unsafeVerb],
  'both-verbs': ['delete', unsafeVerb],
}

/** The writes of the users with one verb, as a dry run and as a request of another user. */
const dryRunVerbs = ['create', 'update', 'patch', 'delete'] as const
const onlyVerb = (verb: (typeof dryRunVerbs)[number]): Identity => `only-${verb}`
const another: Identity = 'only-get'

export default [
  property(
    'AUTHZ-042',
    fc
      .constantFrom('main' as const, 'core' as const)
      .map(role =>
        scenarioWith(
          create('object', role, 'object', { namespace: 1 }),
          ...grantRights(
            'reader',
            [{ role, verbs: ['get', 'list', 'create'] }],
            list('list', role, { namespace: 0 }),
          ),
          byUser('reader', create('create', role, 'own', { namespace: 0 }), 'own create'),
          ...mustBeRefused('reader', list('list', role, { namespace: 1 }), 'other list'),
          ...mustBeRefused(
            'reader',
            get('get', role, caseName('object'), { namespace: 1 }),
            'other get',
          ),
          ...mustBeRefused(
            'reader',
            create('create', role, 'new', { namespace: 1 }),
            'other create',
          ),
          ...mustBeRefused('reader', list('list', role, { namespace: 'all' }), 'list of all'),
        ),
      ),
    function* (history) {
      yield* requireSuccess(history, 'object')
      yield* requireRolesInForce(history, 'reader')
      yield* areAuthorized('A permission in one namespace does not reach another one.', {
        'own create': true,
        'other list': false,
        'other get': false,
        'other create': false,
        'list of all': false,
      })(history)
    },
    { scenariosMax: 4, observationsMin: 10 },
  ),
  example(
    'AUTHZ-043',
    [
      ...grantRights(
        'of-status',
        [{ role: 'namespaces', verbs: ['get'], subresource: 'status' }],
        status,
      ),
      ...grantRights('of-parent', [{ role: 'namespaces', verbs: ['get'] }], parent),
      ...mustBeRefused('of-status', parent, 'parent'),
      ...mustBeRefused('of-parent', status, 'status'),
    ],
    function* (history) {
      yield* requireRolesInForce(history, 'of-status', 'of-parent')
      yield* areAuthorized('A permission on a subresource does not cover its parent.', {
        parent: false,
      })(history)
      yield* areAuthorized('A permission on a type does not cover its subresources.', {
        status: false,
      })(history)
    },
    { needs: ['feature namespace-status'] },
  ),
  property(
    'AUTHZ-044',
    fc
      .tuple(fc.constantFrom('get' as const, 'list' as const), fc.subarray(verbs))
      .map(([first, others]) => {
        const granted = [...new Set([first, ...others])]
        return scenarioWith(
          ...createObjects,
          ...grantRights('user', [{ role: 'main', verbs: granted }], requests[first]),
          ...verbs.flatMap(verb =>
            granted.includes(verb)
              ? [byUser('user', requests[verb], `may ${verb}`)]
              : mustBeRefused('user', requests[verb], `must not ${verb}`),
          ),
          ...mustBeRefused('user', list('list', 'core'), 'must not list another type'),
          ...grantRights(
            'of-another-group',
            [
              { role: 'main', verbs, group: 'touchstone.example' },
              { role: 'core', verbs: ['list'] },
            ],
            list('list', 'core'),
          ),
          ...mustBeRefused(
            'of-another-group',
            listAll,
            'must not list with a rule for another group',
          ),
        )
      }),
    function* (history) {
      yield* requireSuccess(history, ...objects)
      yield* requireRolesInForce(history, 'user', 'of-another-group')
      const labels = history.exchanges.map(({ step }) => step)
      yield* areAuthorized(
        'A rule grants the combinations of its groups, resources and verbs, and nothing else.',
        Object.fromEntries([
          ...labels.filter(one => one.startsWith('may ')).map(one => [one, true]),
          ...labels
            .filter(one => one.startsWith('must not ') && !one.endsWith('without a role'))
            .map(one => [one, false]),
        ]),
      )(history)
    },
    { scenariosMax: 6, observationsMin: 30 },
  ),
  property(
    'AUTHZ-045',
    fc.shuffledSubarray([...dryRunVerbs], { minLength: 2 }).map(some =>
      scenarioWith(
        ...createObjects,
        ...some.flatMap(verb => {
          const request = (who: Identity, as: string) => ({ ...requests[verb], as, who })
          return [
            asDryRun(request(onlyVerb(verb), `may ${verb}`)),
            asDryRun(request(another, `must not ${verb}`)),
            request(another, `real must not ${verb}`),
            request(onlyVerb(verb), `real may ${verb}`),
          ]
        }),
      ),
    ),
    function* (history) {
      yield* requireSuccess(history, ...objects)
      const sent = dryRunVerbs.filter(verb =>
        history.exchanges.some(({ step }) => step === `real may ${verb}`),
      )
      for (const verb of sent) {
        yield* requireSuccess(history, `real may ${verb}`)
        const refused = exchangeAt(history, `real must not ${verb}`)
        yield* precondition(
          refused.answer?.status === 403,
          `a user without the verb ${verb} got ${answerSummary(refused)}`,
        )
        yield* areAuthorized('A dry run needs the permissions of the real request.', {
          [`dry may ${verb}`]: true,
          [`dry must not ${verb}`]: false,
        })(history)
      }
    },
    { scenariosMax: 6, observationsMin: 20 },
  ),
  example(
    'AUTHZ-046',
    [
      ...Object.entries(deleters).flatMap(([user, granted]) =>
        grantRights(user, [{ role: 'main', verbs: ['list', ...granted] }], listAll),
      ),
      ...unreadableObject(),
      ...mustBeRefused('delete-only', forcedDelete('a'), 'with delete'),
      ...mustBeRefused('unsafe-only', forcedDelete('b'), 'with the other verb'),
      byUser('both-verbs', forcedDelete('c'), 'with both'),
    ],
    function* (history) {
      yield* requireRolesInForce(history, ...Object.keys(deleters))
      yield* requireUnreadableObject(history)
      yield* areAuthorized(`A forced delete needs the verbs delete and ${unsafeVerb}.`, {
        'with delete': false,
        'with the other verb': false,
        'with both': true,
      })(history)
    },
    { needs: ['feature unsafe-deletion', 'corrupt'] },
  ),
  example(
    'AUTHZ-047',
    [
      create('one', 'main', 'one'),
      create('two', 'main', 'two'),
      deleteObject('delete', 'main', caseName('one'), { who: 'only-delete' }),
      deleteCollection('collection', 'main', { who: 'only-delete' }),
      ...grantRights(
        'of-collections',
        [{ role: 'main', verbs: ['deletecollection', 'list'] }],
        listAll,
      ),
      ...mustBeRefused('of-collections', deleteObject('delete', 'main', caseName('two')), 'object'),
      byUser('of-collections', deleteCollection('collection', 'main'), 'own collection'),
    ],
    function* (history) {
      yield* requireSuccess(history, 'one', 'two', 'delete')
      yield* areAuthorized('The verb delete does not cover the deletion of a collection.', {
        collection: false,
      })(history)
      yield* requireRolesInForce(history, 'of-collections')
      yield* areAuthorized('The verb deletecollection covers collections, and no single object.', {
        object: false,
        'own collection': true,
      })(history)
    },
    { needs: ['feature deletecollection'] },
  ),
  example(
    'AUTHZ-048',
    [
      {
        ...apply('apply', 'main', caseName('applied'), {
          body: sampleTerm('main', 'applied'),
          manager: 'touchstone',
        }),
        who: 'only-patch' as const,
      },
    ],
    recordsRights,
    { needs: ['feature apply'] },
  ),
]

function* recordsRights(history: History): Generator<Observation> {
  const exchange = exchangeAt(history, 'apply')
  const outcome = isSuccess(exchange) ? 'creates the object' : answerSummary(exchange)
  yield recordAnswer(`an apply of an unused name, with the verb patch alone: ${outcome}`)
}
