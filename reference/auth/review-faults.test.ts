import { describe, expect, it } from 'vitest'

import type { ApiObject } from '../api/object.ts'
import { accessReviewFaults, localAccessReviewFaults } from './review-faults.ts'
import { ignoredSelectors } from './review-selectors.ts'

type Metadata = ApiObject['metadata']

const pods = { resource: 'pods', verb: 'list', namespace: 'a' }
const path = { path: '/x', verb: 'get' }

const reviewOf = (spec: object, metadata: Metadata = {}): ApiObject => ({
  apiVersion: 'authorization.k8s.io/v1',
  kind: 'SubjectAccessReview',
  metadata,
  spec,
})

/** Returns the fields of the faults. */
const fieldsOf = (spec: object, metadata?: Metadata): string[] =>
  accessReviewFaults(reviewOf(spec, metadata), 'named').map(({ field }) => field)

const local = (spec: object, metadata: Metadata): string[] =>
  localAccessReviewFaults(reviewOf(spec, metadata)).map(({ field }) => field)

const user = 'u'
const at = 'spec.resourceAttributes'

describe('a review of access', () => {
  it.each([
    [{ user, resourceAttributes: pods }, []],
    [{ groups: ['g'], nonResourceAttributes: path }, []],
    [{ user }, [at]],
    [{}, [at, 'spec.user']],
    [
      { user, resourceAttributes: pods, nonResourceAttributes: path },
      ['spec.nonResourceAttributes'],
    ],
  ])('%j has faults in %j', (spec, fields) => expect(fieldsOf(spec)).toEqual(fields))

  it('may have only the metadata that the server adds', () => {
    const spec = { user, resourceAttributes: pods }

    expect(fieldsOf(spec, { managedFields: [] })).toEqual([])
    expect(fieldsOf(spec, { name: 'n' })).toEqual(['metadata'])
  })

  it('of the sender needs no user name', () => {
    const review = reviewOf({ resourceAttributes: pods })

    expect(accessReviewFaults(review, 'sender')).toEqual([])
  })

  it('in a namespace must ask about that namespace', () => {
    const spec = { user, resourceAttributes: pods }

    expect(local(spec, { namespace: 'a' })).toEqual([])
    expect(local(spec, { namespace: 'b' })).toEqual([`${at}.namespace`])
    expect(local(spec, { namespace: 'a', name: 'n' })).toEqual(['metadata'])
    expect(local({ user, nonResourceAttributes: path }, { namespace: 'a' })).toEqual([
      'spec.nonResourceAttributes',
    ])
  })
})

describe('a selector of a review', () => {
  const one = (requirement: object) => ({ requirements: [requirement] })

  it.each([
    ['fieldSelector', {}, ['.requirements']],
    ['fieldSelector', { rawSelector: 'a=b' }, []],
    ['fieldSelector', { rawSelector: 'a', ...one({ key: 'a', operator: '' }) }, ['.rawSelector']],
    ['fieldSelector', one({ operator: 'In' }), ['.requirements[0].key', '.requirements[0].values']],
    ['labelSelector', one({ key: 'a', operator: 'Near' }), ['.requirements[0].operator']],
    [
      'labelSelector',
      one({ key: 'a', operator: 'Exists', values: ['b'] }),
      ['.requirements[0].values'],
    ],
    [
      'labelSelector',
      one({ key: '!', operator: 'In', values: ['!'] }),
      ['.requirements[0].key', '.requirements[0].values[0]'],
    ],
  ])('%s %j has faults in %j', (kind, selector, fields) =>
    expect(fieldsOf({ user, resourceAttributes: { ...pods, [kind]: selector } })).toEqual(
      fields.map(field => `${at}.${kind}${field}`),
    ),
  )

  it.each([
    ['fieldSelector', { rawSelector: 'a=b' }, undefined],
    ['fieldSelector', { rawSelector: 'a' }, 'ignored'],
    ['fieldSelector', one({ key: 'a', operator: 'In', values: ['b'] }), undefined],
    ['fieldSelector', one({ key: 'a', operator: 'Exists' }), 'ignored'],
    [
      'fieldSelector',
      {
        requirements: [
          { key: 'a', operator: 'In', values: ['b'] },
          { key: 'a', operator: 'In', values: ['b', 'c'] },
        ],
      },
      'partially ignored',
    ],
    ['labelSelector', { rawSelector: 'a in (b)' }, undefined],
    ['labelSelector', { rawSelector: 'a in (b' }, 'ignored'],
  ])('%s %j is %s', (kind, selector, how) =>
    expect(ignoredSelectors({ resourceAttributes: { [kind]: selector } })).toEqual(
      how === undefined ? [] : [`${at}.${kind} ${how} due to parse error`],
    ),
  )
})
