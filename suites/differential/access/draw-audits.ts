// Draws audit policies and requests. The rules of a policy are about two users and their group,
// whose names have a prefix, so that many policies fit into one file: the rules of one match no
// user of another.

import fc from 'fast-check'

/** The namespaces of the requests, which have to exist. */
export const auditedPlaces = ['audit-one', 'audit-two'] as const

const [one, two] = auditedPlaces
const stages = ['RequestReceived', 'ResponseStarted', 'ResponseComplete', 'Panic']

export type DrawnRule = { readonly [member: string]: unknown }

/** The users of a prefix, with their group. */
export const auditedUsers = (prefix: string) =>
  ['ada', 'bob'].map(name => ({ name: `${prefix}${name}`, group: `${prefix}devs` }))

const resources = fc.record(
  {
    group: fc.constantFrom('', '*', 'apps', 'coordination.k8s.io'),
    resources: fc.subarray(
      ['configmaps', 'pods', 'pods/*', 'pods/log', '*/status', 'namespaces', 'leases', '*'],
      { maxLength: 3 },
    ),
    resourceNames: fc.subarray(['a', 'b', one], { maxLength: 2 }),
  },
  { requiredKeys: [] },
)

/** Resource names need resources. */
const validResources = resources.map(({ resourceNames, ...rest }) => ({
  ...rest,
  ...(resourceNames && (rest.resources ?? []).length > 0 && { resourceNames }),
}))

const whose = (prefix: string) =>
  fc
    .constantFrom('all', 'ada', 'bob', 'both')
    .map(word =>
      word === 'all'
        ? { userGroups: [`${prefix}devs`, 'nobody'] }
        : { users: word === 'both' ? [`${prefix}ada`, `${prefix}bob`] : [`${prefix}${word}`] },
    )

const places = fc.oneof(
  fc.constant({}),
  fc.array(validResources, { minLength: 1, maxLength: 2 }).map(list => ({ resources: list })),
  fc.subarray([one, two, ''], { minLength: 1 }).map(namespaces => ({ namespaces })),
  fc.record({
    resources: fc.array(validResources, { minLength: 1, maxLength: 2 }),
    namespaces: fc.subarray([one, ''], { minLength: 1 }),
  }),
  fc
    .subarray(['/healthz', '/version', '/api*', '/apis/*', '/nowhere*', '*'], { minLength: 1 })
    .map(nonResourceURLs => ({ nonResourceURLs })),
)

const rule = (prefix: string): fc.Arbitrary<DrawnRule> =>
  fc
    .record({
      level: fc.constantFrom('None', 'Metadata', 'Request', 'RequestResponse'),
      who: whose(prefix),
      where: places,
      verbs: fc.oneof(
        fc.constant([]),
        fc.subarray(['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'post', 'Get']),
      ),
      omitStages: fc.oneof(fc.constant([]), fc.subarray(stages, { maxLength: 2 })),
      omitManagedFields: fc.constantFrom(undefined, true, false),
    })
    .map(({ level, who, where, verbs, omitStages, omitManagedFields }) => ({
      level,
      ...who,
      ...where,
      ...(verbs.length > 0 && { verbs }),
      ...(omitStages.length > 0 && { omitStages }),
      ...(omitManagedFields !== undefined && { omitManagedFields }),
    }))

/** The rules of a policy. */
export const auditRules = (prefix: string): fc.Arbitrary<DrawnRule[]> =>
  fc.array(rule(prefix), { minLength: 1, maxLength: 4 })

/** A request of a user: `nth` is that of the users of the prefix. */
export type DrawnRequest = {
  readonly nth: number
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly type?: string
}

const maps = `/api/v1/namespaces/${one}/configmaps`
const json = 'application/json'
const merge = 'application/merge-patch+json'
const apply = 'application/apply-patch+yaml'

const map = (name: string) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { k: 'v' } })

/** Requests in the order in which they are drawn; names of objects are those of a prefix. */
export const auditedRequests = (prefix: string): fc.Arbitrary<Omit<DrawnRequest, 'nth'>> => {
  const [a, b] = [`${prefix}a`, 'a']
  const read = (path: string) => ({ method: 'GET', path })
  const write = (method: string, path: string, body: string, type = json) => ({
    method,
    path,
    body,
    type,
  })
  return fc.constantFrom(
    read(maps),
    read(`${maps}/${b}`),
    read(`${maps}/${a}`),
    read(`${maps}?fieldSelector=metadata.name%3D${b}`),
    read(`${maps}?limit=1`),
    read(`${maps}?watch=true&timeoutSeconds=1`),
    read(`/api/v1/namespaces/${two}/configmaps`),
    read('/api/v1/configmaps?limit=1'),
    read(`/api/v1/namespaces/${one}`),
    read(`/api/v1/namespaces/${one}/status`),
    read('/api/v1/namespaces?limit=1'),
    read(`/api/v1/namespaces/${one}/pods/b/log`),
    read(`/api/v1/namespaces/${one}/pods/b/status`),
    read(`/api/v1/namespaces/${one}/secrets`),
    read(`/apis/coordination.k8s.io/v1/namespaces/${one}/leases/b`),
    read(`/apis/apps/v1/namespaces/${two}/deployments`),
    read(`/apis/nowhere.example/v1/namespaces/${one}/things/b`),
    read(`/api/v1/namespaces/${one}/things`),
    read('/api'),
    read('/api/v1'),
    read('/apis'),
    read('/apis/apps/v1'),
    read('/healthz'),
    read('/version'),
    read('/nowhere'),
    read('/api/'),
    { method: 'HEAD', path: `${maps}/${b}` },
    { method: 'HEAD', path: '/version' },
    { method: 'OPTIONS', path: maps },
    write('POST', '/version', '{}'),
    write('POST', maps, map(a)),
    write('POST', maps, map('')),
    write('POST', maps, '{"metadata":{"generateName":"drawn-"}}'),
    write('POST', maps, '{"metadata":'),
    write('POST', `${maps}?dryRun=All`, map('dry')),
    write('POST', `${maps}?dryRun=No`, map('dry')),
    write('POST', maps, map(a), 'text/plain'),
    write('POST', `/api/v1/namespaces/${two}/configmaps`, map(a)),
    write('PUT', `${maps}/${a}`, map(a)),
    write('PUT', `${maps}/${a}`, map('other')),
    write('PATCH', `${maps}/${a}`, '{"data":{"x":"y"}}', merge),
    write(
      'PATCH',
      `${maps}/${a}`,
      '[{"op":"test","path":"/x","value":1}]',
      'application/json-patch+json',
    ),
    write('PATCH', `${maps}/${prefix}s?fieldManager=f`, map(`${prefix}s`), apply),
    write('PATCH', `${maps}/${a}`, '{}', 'text/plain'),
    { method: 'DELETE', path: `${maps}/${a}` },
    { method: 'DELETE', path: `${maps}/none` },
    { method: 'DELETE', path: `${maps}?labelSelector=none%3D${prefix}` },
    write('DELETE', `${maps}/${prefix}s`, '{"propagationPolicy":"Background"}'),
    write(
      'POST',
      '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      '{"spec":{"nonResourceAttributes":{"path":"/","verb":"get"}}}',
    ),
    write('POST', `/api/v1/namespaces/${one}/serviceaccounts/none/token`, '{"spec":{}}'),
    write('POST', `/api/v1/namespaces/${one}/pods/none/eviction`, '{}'),
  )
}
