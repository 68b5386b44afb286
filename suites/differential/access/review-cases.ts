// Valid and invalid reviews of access, identities and tokens, to which responses must be equal.

/** A review, sent by an administrator. */
export type ReviewCase = {
  /** The resource of the review, such as `subjectaccessreviews`. */
  readonly resource: string
  /** The group of the API that has the resource; of authorization unless set. */
  readonly group?: string
  /** The namespace in the path, for reviews within one. */
  readonly namespace?: string
  readonly body: { readonly [member: string]: unknown }
}

const pods = { group: '', resource: 'pods', namespace: 'a', verb: 'list' }
const who = { user: 'somebody' }

const access = (spec: object): ReviewCase => ({ resource: 'subjectaccessreviews', body: { spec } })
const about = (attributes: object): ReviewCase =>
  access({ ...who, resourceAttributes: { ...pods, ...attributes } })
const selected = (requirement: object): object => ({ requirements: [requirement] })
const byFields = (fieldSelector: object) => about({ fieldSelector })
const byLabels = (labelSelector: object) => about({ labelSelector })
const local = (attributes: object, namespace = 'a', metadata?: object): ReviewCase => ({
  resource: 'localsubjectaccessreviews',
  namespace,
  body: { ...(metadata && { metadata }), spec: { ...who, resourceAttributes: attributes } },
})
const own = (spec: object): ReviewCase => ({ resource: 'selfsubjectaccessreviews', body: { spec } })
const rules = (spec: object): ReviewCase => ({
  resource: 'selfsubjectrulesreviews',
  body: { spec },
})

const ofAccess: readonly ReviewCase[] = [
  access({}),
  access(who),
  access({ ...who, resourceAttributes: pods, nonResourceAttributes: { path: '/', verb: 'get' } }),
  access({ resourceAttributes: pods }),
  access({ groups: ['g'], resourceAttributes: pods }),
  access({ user: '', groups: [], resourceAttributes: pods }),
  access({ groups: ['system:masters'], resourceAttributes: pods }),
  access({ user: 'system:admin', groups: ['system:masters'], nonResourceAttributes: {} }),
  access({ ...who, nonResourceAttributes: { path: '/nothing', verb: 'get' } }),
  access({ ...who, resourceAttributes: {} }),
  access({ ...who, uid: 'u', extra: { 'a.example/b': ['c'] }, resourceAttributes: pods }),
  access({ ...who, extra: { A: [] }, resourceAttributes: pods }),
  about({ group: '*', resource: '*', verb: '*' }),
  about({ subresource: 'log', name: 'p', version: 'v1' }),
  { resource: 'subjectaccessreviews', body: { metadata: { name: 'n' }, spec: who } },
  {
    resource: 'subjectaccessreviews',
    body: { metadata: { labels: { a: 'b' } }, spec: { ...who, resourceAttributes: pods } },
  },
  { resource: 'subjectaccessreviews', body: {} },
  {
    resource: 'subjectaccessreviews',
    body: { spec: { ...who, resourceAttributes: pods }, status: { allowed: true } },
  },
]

const withSelectors: readonly ReviewCase[] = [
  byFields({}),
  byFields({ rawSelector: 'spec.nodeName=n' }),
  byFields({ rawSelector: 'spec.nodeName in (n' }),
  byFields({ rawSelector: 'a=b', ...selected({ key: 'a', operator: 'In', values: ['b'] }) }),
  byFields(selected({ key: 'spec.nodeName', operator: 'In', values: ['n'] })),
  byFields(selected({ key: 'spec.nodeName', operator: 'In', values: ['n', 'm'] })),
  byFields(selected({ key: 'spec.nodeName', operator: 'NotIn', values: ['n'] })),
  byFields(selected({ key: 'spec.nodeName', operator: 'Exists' })),
  byFields(selected({ key: 'spec.nodeName', operator: 'Exists', values: ['n'] })),
  byFields(selected({ key: 'spec.nodeName', operator: 'In' })),
  byFields(selected({ key: 'spec.nodeName', operator: 'Near', values: ['n'] })),
  byFields(selected({ key: '', operator: 'In', values: ['n'] })),
  byFields(selected({ key: '', operator: 'NotIn', values: ['n'] })),
  byFields(selected({ key: 'k', operator: '' })),
  byFields({ requirements: [] }),
  byFields({
    requirements: [
      { key: 'k', operator: 'Exists' },
      { key: '', operator: '' },
    ],
  }),
  byLabels({}),
  byLabels({ rawSelector: 'a=b' }),
  byLabels({ rawSelector: 'a in (b' }),
  byLabels({ rawSelector: 'a', ...selected({ key: 'a', operator: 'Exists' }) }),
  byLabels(selected({ key: 'a', operator: 'In', values: ['b'] })),
  byLabels(selected({ key: 'a', operator: 'NotIn', values: [] })),
  byLabels(selected({ key: 'a', operator: 'DoesNotExist', values: ['b'] })),
  byLabels(selected({ key: 'a b', operator: 'Exists' })),
  byLabels(selected({ key: 'a', operator: 'In', values: ['!'] })),
  byLabels({ requirements: [] }),
]

const ofOthers: readonly ReviewCase[] = [
  local(pods),
  local({ ...pods, namespace: 'b' }),
  local({ resource: 'pods', verb: 'get' }),
  local(pods, 'a', { namespace: 'b' }),
  local(pods, 'a', { name: 'n' }),
  local(pods, 'absent-namespace', {}),
  {
    resource: 'localsubjectaccessreviews',
    namespace: 'a',
    body: { spec: { ...who, nonResourceAttributes: { path: '/', verb: 'get' } } },
  },
  { resource: 'localsubjectaccessreviews', namespace: 'a', body: { spec: {} } },
  own({ resourceAttributes: pods }),
  own({ nonResourceAttributes: { path: '/x', verb: 'get' } }),
  own({}),
  own({ resourceAttributes: pods, nonResourceAttributes: { path: '/x', verb: 'get' } }),
  own({ resourceAttributes: { ...pods, fieldSelector: { rawSelector: '' } } }),
  { resource: 'selfsubjectaccessreviews', body: { metadata: { name: 'n' }, spec: {} } },
  rules({}),
  rules({ namespace: '' }),
  rules({ namespace: 'a' }),
  rules({ namespace: 'Not A Name' }),
  { resource: 'selfsubjectrulesreviews', body: {} },
  { resource: 'selfsubjectreviews', group: 'authentication.k8s.io', body: {} },
  {
    resource: 'selfsubjectreviews',
    group: 'authentication.k8s.io',
    body: { metadata: { name: 'n' } },
  },
  { resource: 'tokenreviews', group: 'authentication.k8s.io', body: {} },
  { resource: 'tokenreviews', group: 'authentication.k8s.io', body: { spec: { token: 'none' } } },
  {
    resource: 'tokenreviews',
    group: 'authentication.k8s.io',
    body: { metadata: { name: 'n' }, spec: { token: 'none' } },
  },
]

/** All cases, for servers with a namespace `a`. */
export const reviewCases: readonly ReviewCase[] = [...ofAccess, ...withSelectors, ...ofOthers]
