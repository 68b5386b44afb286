// Validating policies, and writes that they admit or deny.

import { type Fields, map, pod, type PolicyCase, type PolicyWrite, rule } from './policy-case.ts'

const denied: Fields = { expression: 'false' }

/** A policy with one validation that is always violated. */
const message = (messageExpression: string, fields: Fields = {}): Fields => ({
  validations: [{ ...denied, messageExpression }],
  ...fields,
})

const one = (
  name: string,
  policy: Fields,
  writes: readonly PolicyWrite[] = [map('x', { data: { a: '1', b: '22' } })],
  more: Partial<PolicyCase> = {},
): PolicyCase => ({ name, policies: [policy], writes, ...more })

const expression = (name: string, text: string, fields: Fields = {}): PolicyCase =>
  one(name, { validations: [{ expression: text }], ...fields })

const texts: readonly PolicyCase[] = [
  one('message', { validations: [{ ...denied, message: ' it is wrong ' }] }),
  one('no message', { validations: [{ expression: ' false ' }] }),
  one('message expression', message("'got ' + object.data.b")),
  one('failing message expression', message('object.data.c')),
  one('failing message expression with message', {
    validations: [{ ...denied, message: 'static', messageExpression: 'object.data.c' }],
  }),
  one('message of two lines', message("'a\\nb'")),
  one('blank message', message("'  '")),
  one(
    'long message',
    message(
      "'aaaaaaaaaa'.replace('a', 'aaaaaaaaaaaaaaaaaaaaaaaaa').replace('a', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
    ),
  ),
  ...['Forbidden', 'Unauthorized', 'RequestEntityTooLarge', 'Invalid'].map(reason =>
    one(`reason ${reason}`, { validations: [{ ...denied, reason }] }),
  ),
  one('two violations', {
    validations: [
      { ...denied, message: 'first' },
      { ...denied, message: 'second' },
    ],
  }),
  {
    ...one('two policies', message("'first'")),
    policies: [{ validations: [{ expression: 'true' }] }, message("'second'")],
  },
]

const actions: readonly PolicyCase[] = [
  ['Warn'],
  ['Audit'],
  ['Warn', 'Audit'],
  ['Deny', 'Audit'],
].flatMap(validationActions => [
  one(`actions ${validationActions.join()}`, message("'no'"), undefined, {
    binding: { validationActions },
  }),
  one(
    `actions ${validationActions.join()} at an error`,
    { validations: [{ expression: 'object.a == 1' }] },
    undefined,
    {
      binding: { validationActions },
    },
  ),
  one(
    `actions ${validationActions.join()} at a failing condition`,
    { matchConditions: [{ name: 'a', expression: 'object.a == 1' }], validations: [denied] },
    undefined,
    {
      binding: { validationActions },
    },
  ),
])

const heavy = 'lists.range(1000).all(a, lists.range(1000).all(b, a + b >= 0))'

const expressions: readonly PolicyCase[] = [
  ...['Fail', 'Ignore'].flatMap(failurePolicy => [
    expression(`error, ${failurePolicy}`, 'object.data.c == "1"', { failurePolicy }),
    expression(
      `too expensive, ${failurePolicy}`,
      '[1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, [1,2,3,4,5,6,7,8,9,10].all(c, [1,2,3,4,5,6,7,8,9,10].all(d, [1,2,3,4,5,6,7,8,9,10].all(e, [1,2,3,4,5,6,7,8,9,10].all(f, true))))))',
      { failurePolicy },
    ),
  ]),
  one('one error, one violation', {
    validations: [{ expression: 'object.data.c == "1"' }, denied],
  }),
  one('an error or true', { validations: [{ expression: 'object.data.c == "1" || true' }] }),
  one('variables', {
    variables: [
      { name: 'size', expression: 'size(object.data)' },
      { name: 'twice', expression: 'variables.size * 2' },
      { name: 'any', expression: 'object.data' },
      { name: 'maybe', expression: 'object.?data.?c' },
    ],
    ...message(
      "string(variables.twice) + variables.any.b + variables.maybe.orValue('none') + string(has(variables.size))",
    ),
  }),
  one('failing variable', {
    variables: [{ name: 'a', expression: 'object.data.c' }],
    validations: [{ expression: 'variables.a == "1"' }],
  }),
  one('unused failing variable', {
    variables: [{ name: 'a', expression: 'object.data.c' }],
    validations: [{ expression: 'true' }],
  }),
  one('failing variable or true', {
    variables: [{ name: 'a', expression: 'object.data.c' }],
    validations: [{ expression: 'variables.a == "1" || true' }],
  }),
  one('conditions, false and failing', {
    matchConditions: [
      { name: 'a', expression: 'object.data.c == "1"' },
      { name: 'b', expression: 'false' },
    ],
    validations: [denied],
  }),
  one('conditions, two failing', {
    matchConditions: [
      { name: 'a', expression: 'object.data.c == "1"' },
      { name: 'b', expression: 'object.data.d == "1"' },
    ],
    validations: [denied],
  }),
  one('conditions, true', {
    matchConditions: [{ name: 'a', expression: "object.metadata.name == 'x'" }],
    validations: [denied],
  }),
  one('condition of the namespace', {
    matchConditions: [{ name: 'a', expression: 'namespaceObject == null' }],
    validations: [denied],
  }),
  one('audit annotation, failing', {
    auditAnnotations: [{ key: 'a', valueExpression: 'object.data.c' }],
  }),
  one('audit annotation, failing and ignored', {
    failurePolicy: 'Ignore',
    auditAnnotations: [
      { key: 'a', valueExpression: "string(1 / size(object.data.?c.orValue('')))" },
    ],
  }),
  one('audit annotation, valid', {
    auditAnnotations: [{ key: 'a', valueExpression: "'b: ' + object.data.b" }],
  }),
  one('audit annotation, failing text', {
    auditAnnotations: [
      { key: 'a', valueExpression: "string(1 / size(object.data.?c.orValue('')))" },
    ],
  }),
]

const values: readonly PolicyCase[] = [
  'string(object.metadata)',
  'request.operation + request.name + request.kind.kind + request.resource.resource + request.requestKind.group',
  'request.subResource',
  "request.namespace == object.metadata.namespace ? 'same' : 'other'",
  'string(request.dryRun)',
  'request.userInfo.username',
  "request.userInfo.groups.join(',')",
  'string(has(request.userInfo.extra))',
  'request.options.kind',
  'string(oldObject == null) + string(object == null)',
  'string(has(object.metadata.uid)) + string(has(object.metadata.creationTimestamp)) + string(has(object.metadata.managedFields))',
  'object.kind + object.apiVersion',
  "namespaceObject.metadata.labels['kubernetes.io/metadata.name'] == namespaceObject.metadata.name ? 'yes' : 'no'",
  'namespaceObject.spec.finalizers[0] + namespaceObject.status.phase',
  "string(authorizer.group('').resource('pods').namespace('default').check('create').allowed())",
  "string(authorizer.path('/healthz').check('get').allowed()) + string(authorizer.requestResource.check('delete').allowed())",
].flatMap(text => [one(text, { ...message(text), variables: [] })])

const access: readonly PolicyCase[] = [
  "authorizer.group('').resource('pods').check('create').allowed()",
  "authorizer.serviceAccount('default', 'default').group('').resource('pods').check('create').allowed()",
  "authorizer.serviceAccount('default', 'A').group('').resource('pods').check('create').allowed()",
  "authorizer.path('').check('get').allowed()",
  "authorizer.requestResource.name('a').subresource('status').fieldSelector('metadata.name=a').labelSelector('a').check('get').allowed()",
  "authorizer.path('/a').check('get').errored() || authorizer.path('/a').check('get').error() != ''",
  "authorizer.path('/a').check('get').allowed() && authorizer.path('/b').check('get').allowed() && authorizer.path('/c').check('get').allowed()",
].map(text => expression(text, text))

const params = (name: string, paramRef: Fields | undefined, fields: Fields = {}): PolicyCase => ({
  name: `params: ${name}`,
  policies: [
    {
      paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
      validations: [
        {
          expression: 'params != null && size(object.data) < int(params.data.max)',
          messageExpression: "'more than ' + params.data.max + params.kind + params.apiVersion",
        },
      ],
      ...fields,
    },
  ],
  objects: [
    map('limit', { data: { max: '2' } }),
    {
      method: 'POST',
      path: 'configmaps',
      body: { metadata: { name: 'other', labels: { of: 'other' } }, data: { max: '1' } },
    },
  ],
  binding: paramRef ? { paramRef: { parameterNotFoundAction: 'Deny', ...paramRef } } : {},
  writes: [map('x', { data: { a: '1', b: '2' } }), map('y', { data: { a: '1' } })],
})

const parameters: readonly PolicyCase[] = [
  params('by name', { name: 'limit' }),
  params('by selector', { selector: { matchLabels: { of: 'other' } } }),
  params('by an expression', {
    selector: { matchExpressions: [{ key: 'of', operator: 'Exists' }] },
  }),
  params('missing, Deny', { name: 'nothing' }),
  params('missing, Allow', { name: 'nothing', parameterNotFoundAction: 'Allow' }),
  params('missing, Ignore', { name: 'nothing' }, { failurePolicy: 'Ignore' }),
  params('no reference', undefined),
  params('of another namespace', { name: 'nothing', namespace: 'kube-system' }),
  params(
    'of an unknown kind',
    { name: 'limit' },
    { paramKind: { apiVersion: 'example.com/v1', kind: 'Limit' } },
  ),
  params(
    'of the cluster, with a namespace',
    { name: 'default', namespace: 'default' },
    {
      paramKind: { apiVersion: 'v1', kind: 'Namespace' },
      validations: [{ expression: 'params.metadata.name == "a"' }],
    },
  ),
  params(
    'of the cluster',
    { name: 'default' },
    {
      paramKind: { apiVersion: 'v1', kind: 'Namespace' },
      validations: [
        { expression: 'params.metadata.name == "a"', messageExpression: 'params.kind' },
      ],
    },
  ),
]

const deployment: Fields = {
  metadata: { name: 'd' },
  spec: {
    replicas: 1,
    selector: { matchLabels: { a: 'a' } },
    template: {
      metadata: { labels: { a: 'a' } },
      spec: { containers: [{ name: 'a', image: 'a' }] },
    },
  },
}
const apps = '/apis/apps/v1/namespaces/{namespace}/deployments'

const matched = (
  name: string,
  matchConstraints: Fields,
  writes: readonly PolicyWrite[],
  more: Partial<PolicyCase> = {},
): PolicyCase =>
  one(
    `constraints: ${name}`,
    {
      ...message(
        'request.kind.version + request.resource.version + request.kind.kind + request.subResource',
      ),
      variables: [],
      validations: [
        {
          expression: 'false',
          messageExpression:
            "request.resource.resource + '/' + request.kind.group + '/' + request.kind.version + '/' + request.kind.kind + '/' + request.requestKind.version + request.operation",
        },
      ],
      matchConstraints,
    },
    writes,
    more,
  )

const hpa = (version: string, name: string) => ({
  method: 'POST',
  path: `/apis/autoscaling/${version}/namespaces/{namespace}/horizontalpodautoscalers`,
  body: {
    metadata: { name },
    spec: {
      maxReplicas: 2,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
    },
  },
})

const constraints: readonly PolicyCase[] = [
  matched('names', { resourceRules: [rule(['configmaps'], { resourceNames: ['x'] })] }, [
    map('x'),
    map('y'),
  ]),
  matched('generated name', { resourceRules: [rule(['configmaps'])] }, [
    { method: 'POST', path: 'configmaps', body: { metadata: { name: 'x', generateName: 'z' } } },
  ]),
  matched(
    'excluded',
    {
      resourceRules: [rule(['*'])],
      excludeResourceRules: [rule(['configmaps'], { resourceNames: ['x'] })],
    },
    [map('x'), map('y')],
  ),
  matched(
    'object selector',
    { resourceRules: [rule(['configmaps'])], objectSelector: { matchLabels: { a: 'b' } } },
    [
      map('x'),
      { method: 'POST', path: 'configmaps', body: { metadata: { name: 'y', labels: { a: 'b' } } } },
    ],
  ),
  matched('operations', { resourceRules: [rule(['configmaps'], { operations: ['UPDATE'] })] }, [
    map('x'),
    { method: 'PUT', path: 'configmaps/x', body: { metadata: { name: 'x' }, data: { a: '2' } } },
    { method: 'PATCH', path: 'configmaps/x', body: { data: { a: '3' } } },
    { method: 'DELETE', path: 'configmaps/x' },
  ]),
  matched('deletes', { resourceRules: [rule(['configmaps'], { operations: ['DELETE'] })] }, [
    map('x'),
    { method: 'DELETE', path: 'configmaps/x' },
    { method: 'DELETE', path: 'configmaps' },
    { method: 'DELETE', path: 'configmaps/nothing' },
  ]),
  matched('every operation', { resourceRules: [rule(['deployments'], { operations: ['*'] })] }, [
    { method: 'POST', path: apps, body: deployment },
  ]),
  matched('subresources', { resourceRules: [rule(['deployments/*'])] }, [
    { method: 'POST', path: apps, body: deployment },
    { method: 'PATCH', path: `${apps}/d/scale`, body: { spec: { replicas: 2 } } },
    { method: 'PATCH', path: `${apps}/d/status`, body: { status: { replicas: 2 } } },
  ]),
  matched('scope Cluster', { resourceRules: [rule(['*'], { scope: 'Cluster' })] }, [map('x')]),
  matched('scope Namespaced', { resourceRules: [rule(['*'], { scope: 'Namespaced' })] }, [
    map('x'),
  ]),
  matched(
    'equivalent',
    { resourceRules: [rule(['horizontalpodautoscalers'], { apiVersions: ['v1'] })] },
    [hpa('v1', 'a'), hpa('v2', 'b')],
  ),
  matched(
    'exact',
    {
      matchPolicy: 'Exact',
      resourceRules: [rule(['horizontalpodautoscalers'], { apiVersions: ['v1'] })],
    },
    [hpa('v1', 'a'), hpa('v2', 'b')],
  ),
  matched('evictions', { resourceRules: [rule(['pods/eviction'])] }, [
    pod('x'),
    {
      method: 'POST',
      path: 'pods/x/eviction',
      body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'x' } },
    },
  ]),
  matched('of the binding', { resourceRules: [rule(['*'])] }, [map('x'), pod('y')], {
    binding: { matchResources: { resourceRules: [rule(['pods'])] } },
  }),
  matched(
    'of the binding, excluded',
    { resourceRules: [rule(['configmaps', 'pods'])] },
    [map('x'), pod('y')],
    { binding: { matchResources: { excludeResourceRules: [rule(['pods'])] } } },
  ),
  matched('dry run', { resourceRules: [rule(['configmaps'])] }, [
    { method: 'POST', path: 'configmaps?dryRun=All', body: { metadata: { name: 'x' } } },
  ]),
]

export const validationCases: readonly PolicyCase[] = [
  ...texts,
  ...actions,
  ...expressions,
  ...values,
  ...access,
  ...parameters,
  ...constraints,
  expression('heavy', heavy),
  expression('heavier', '[1,2,3].all(x, true) && lists.range(100).size() == 100'),
]
