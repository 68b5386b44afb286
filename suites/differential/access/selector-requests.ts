// Requests with selectors, valid and invalid, whose reviews are compared.

/** A request of a user whom only a webhook allows something. */
export type ReviewedRequest = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: object
}

const maps = '/api/v1/namespaces/selected/configmaps'

const query = (members: { readonly [name: string]: string }): string =>
  new URLSearchParams(members).toString()

const get = (members: { readonly [name: string]: string }, path = maps): ReviewedRequest => ({
  method: 'GET',
  path: `${path}?${query(members)}`,
})

const fieldSelectors = [
  'metadata.name=a',
  'metadata.name==a',
  'metadata.name!=a',
  'metadata.name=',
  'metadata.name=a,metadata.name=b',
  'metadata.name=b,metadata.name=a',
  'metadata.name=a,metadata.namespace=selected',
  'metadata.namespace!=x,metadata.name=a',
  'metadata.name=.',
  'metadata.name=a%b',
  'metadata.name=a/b',
  'metadata.name=a\\,b',
  'metadata.name=a\\=b',
  'metadata.name=a\\x',
  'metadata.name=a=b',
  'spec.other=x',
  '=x',
  'metadata.name',
  ',',
  ',metadata.name=a,',
  'zeta=1,alpha=2,Beta=3',
]

const labelSelectors = [
  'a=b',
  'a==b',
  'a!=b',
  'a',
  '!a',
  'a in (c,b,c)',
  'a notin (c,b)',
  'a in ()',
  'a=',
  'a>1',
  'a<1',
  'a>1,b=c',
  'a>x',
  'z=1,b,!c,d in (e)',
  'b=2,b=1,a=3',
  'example.org/a=b',
  'a b',
  'a in b',
  '-a=b',
  'a=-',
  ',',
  'a=b,',
  '!!a',
]

const review = (resourceAttributes: object): ReviewedRequest => ({
  method: 'POST',
  path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
  body: {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: {
      resourceAttributes: { verb: 'list', resource: 'configmaps', ...resourceAttributes },
    },
  },
})

const requirements = (...all: object[]): object => ({ requirements: all })

const reviews = [
  review({ fieldSelector: { rawSelector: 'b=1,a!=2' } }),
  review({ fieldSelector: { rawSelector: 'b' } }),
  review({ labelSelector: { rawSelector: 'b,a in (y,x)' } }),
  review({ labelSelector: { rawSelector: 'a in x' } }),
  review({ fieldSelector: requirements({ key: 'a', operator: 'In', values: ['x'] }) }),
  review({
    fieldSelector: requirements(
      { key: 'b', operator: 'NotIn', values: ['x'] },
      { key: 'a', operator: 'In', values: ['x', 'y'] },
      { key: 'c', operator: 'Exists' },
    ),
  }),
  review({
    labelSelector: requirements(
      { key: 'b', operator: 'In', values: ['y', 'x', 'y'] },
      { key: 'a', operator: 'Exists' },
      { key: 'c', operator: 'DoesNotExist' },
      { key: 'd', operator: 'NotIn', values: ['1'] },
    ),
  }),
  review({ name: 'n', namespace: 'selected', version: 'v1' }),
]

const both = { fieldSelector: 'metadata.name=a', labelSelector: 'c=d,a' }

/** The requests, in the order in which they are sent. */
export const reviewedRequests: readonly ReviewedRequest[] = [
  get({}),
  ...fieldSelectors.map(fieldSelector => get({ fieldSelector })),
  ...labelSelectors.map(labelSelector => get({ labelSelector })),
  get(both),
  get({ ...both, labelSelector: 'a in b' }),
  get({ ...both, fieldSelector: 'a' }),
  get({ ...both, limit: 'x' }),
  get({ ...both, limit: '5' }),
  get({ ...both, watch: 'true', timeoutSeconds: '1' }),
  get({ ...both, watch: 'true', timeoutSeconds: 'x' }),
  get(both, '/api/v1/configmaps'),
  get(both, '/api/v1/namespaces'),
  get(both, '/api/v1/nodes'),
  get(both, `${maps}/one`),
  get(both, '/version'),
  { method: 'GET', path: `${maps}?labelSelector=a&labelSelector=b` },
  {
    method: 'GET',
    path: `${maps}?fieldSelector=metadata.name%3Da&fieldSelector=metadata.name%3Db`,
  },
  { method: 'HEAD', path: `${maps}?${query(both)}` },
  { method: 'DELETE', path: maps },
  { method: 'DELETE', path: `${maps}?${query(both)}` },
  { method: 'DELETE', path: `${maps}?${query({ fieldSelector: 'metadata.name=none' })}` },
  { method: 'DELETE', path: `${maps}/none?${query(both)}` },
  { method: 'POST', path: `${maps}?${query(both)}`, body: { metadata: { name: 'b' } } },
  ...reviews,
]
