import {
  type ApiObject,
  isJsonObject,
  type JsonObject,
  objectIn,
  objectsIn,
} from '../../../api/object.ts'
import {
  ageColumn,
  cellAt,
  type ColumnsByKind,
  objectsAt,
  nameColumn,
  textColumn,
  valueAtMembers,
  wideColumn,
} from '../column.ts'
import {
  firstItemsText,
  labelsAt,
  selectorAt,
  listItemsMax,
  sortedUnique,
  stringsIn,
  scalarText,
} from '../cell-texts.ts'

const portsOf = objectsAt('spec.ports')
const subsetsOf = objectsAt('subsets')
const endpointsOf = objectsAt('endpoints')
const rulesOf = objectsAt('spec.rules')
const entrancesOf = objectsAt('status.loadBalancer.ingress')
const noClusterIp = cellAt('spec.clusterIP', '<none>')

export const serviceColumns: ColumnsByKind = {
  '/Service': [
    nameColumn,
    textColumn('Type', 'How the service is offered.', cellAt('spec.type', '')),
    textColumn('Cluster-IP', 'Its address within the cluster.', clusterIpText),
    textColumn('External-IP', 'Its addresses outside.', externalText),
    textColumn('Port(s)', 'Its ports, and those of the nodes that lead there.', servicePortsText),
    ageColumn,
    wideColumn('Selector', 'Which pods serve it.', labelsAt('spec.selector')),
  ],
  '/Endpoints': [
    nameColumn,
    textColumn('Endpoints', 'Addresses and ports that serve.', endpointsText),
    ageColumn,
  ],
  'discovery.*/EndpointSlice': [
    nameColumn,
    textColumn('AddressType', 'Of which kind its addresses are.', cellAt('addressType', '')),
    textColumn('Ports', 'Ports that all of its addresses have.', slicePortsText),
    textColumn('Endpoints', 'Addresses that serve.', sliceAddressesText),
    ageColumn,
  ],
  'networking.*/Ingress': [
    nameColumn,
    textColumn(
      'Class',
      'Which class of ingress this is.',
      cellAt('spec.ingressClassName', '<none>'),
    ),
    textColumn('Hosts', 'Names of hosts that it takes requests for.', hostsText),
    textColumn('Address', 'Where requests come in.', ingress => entrances(ingress).join(',')),
    textColumn('Ports', 'Ports that are open.', ingressPortsText),
    ageColumn,
  ],
  'networking.*/IngressClass': [
    { ...nameColumn, cell: classNameText },
    textColumn('Controller', 'Who serves the class.', cellAt('spec.controller', '')),
    textColumn('Parameters', 'What configures the class.', parametersText),
    ageColumn,
  ],
  'networking.*/NetworkPolicy': [
    nameColumn,
    textColumn('Pod-Selector', 'Which pods it is about.', selectorAt('spec.podSelector')),
    ageColumn,
  ],
  'networking.*/ServiceCIDR': [
    nameColumn,
    textColumn('CIDRs', 'Where services get their addresses.', range =>
      stringsIn(valueAtMembers(range, ['spec', 'cidrs'])).join(','),
    ),
    ageColumn,
  ],
  // A genuine server adds an age to each row, without a column for it.
  'networking.*/IPAddress': [
    nameColumn,
    textColumn('ParentRef', 'Who has the address.', parentText),
  ],
}

function clusterIpText(service: ApiObject) {
  return stringsIn(objectIn(service.spec).clusterIPs)[0] ?? noClusterIp(service)
}

/** The text for a service without addresses. A bookmark has no type and gets `<unknown>`. */
const noAddress = new Map([
  ['ClusterIP', '<none>'],
  ['NodePort', '<none>'],
  ['LoadBalancer', '<pending>'],
])

function externalText(service: ApiObject): string {
  const { type, externalIPs, externalName } = objectIn(service.spec)
  if (type === 'ExternalName') return scalarText(externalName)
  const own = type === 'LoadBalancer' ? entrances(service) : []
  return (
    [...own, ...stringsIn(externalIPs)].join(',') ||
    (noAddress.get(scalarText(type)) ?? '<unknown>')
  )
}

/** Returns the addresses or host names of the load balancers. */
const entrances = (object: ApiObject): string[] =>
  sortedUnique(
    entrancesOf(object)
      .map(({ ip, hostname }) => scalarText(ip) || scalarText(hostname))
      .filter(Boolean),
  )

function servicePortsText(service: ApiObject): string {
  const ports = portsOf(service).map(({ port, nodePort, protocol }) => {
    const own = Number(nodePort ?? 0) > 0 ? `:${scalarText(nodePort)}` : ''
    return `${scalarText(port)}${own}/${scalarText(protocol)}`
  })
  return ports.join(',') || '<none>'
}

function endpointsText(endpoints: ApiObject): string {
  const subsets = subsetsOf(endpoints).map(placesOf)
  if (subsets.length === 0) return '<none>'
  const count = subsets.reduce((sum, subset) => sum + subset.count, 0)
  return firstItemsText(
    subsets.flatMap(({ first }) => first),
    { count },
  )
}

/**
 * Returns each address of a subset with each of its ports, or addresses alone if there are no
 * ports. Only the first ones are built, because all pairs may be far longer than the object.
 */
function placesOf(subset: JsonObject): { first: string[]; count: number } {
  const addresses = objectsIn(subset.addresses)
  const ports = objectsIn(subset.ports)
  const hosts = addresses.slice(0, listItemsMax).map(({ ip }) => scalarText(ip))
  if (ports.length === 0) return { first: hosts, count: addresses.length }
  const first = ports
    .slice(0, listItemsMax)
    .flatMap(({ port }) =>
      hosts.map(host => `${host.includes(':') ? `[${host}]` : host}:${scalarText(port)}`),
    )
  return { first, count: addresses.length * ports.length }
}

function slicePortsText(slice: ApiObject): string {
  const ports = objectsIn(slice.ports).map(({ port, name: named }) =>
    port === undefined ? scalarText(named ?? '*') : scalarText(port),
  )
  return firstItemsText(ports) || '<unset>'
}

function sliceAddressesText(slice: ApiObject): string {
  return (
    firstItemsText(endpointsOf(slice).flatMap(({ addresses }) => stringsIn(addresses))) || '<unset>'
  )
}

/** Lists up to three hosts. The number that follows also counts rules without a host. */
function hostsText(ingress: ApiObject): string {
  const rules = rulesOf(ingress)
  const hosts = rules.map(({ host }) => scalarText(host))
  const shown = hosts.filter(Boolean).slice(0, 3)
  if (shown.length === 0) return '*'
  const last = hosts.indexOf(shown[2] ?? '')
  const isMore = shown.length === 3 && last < rules.length - 1
  return isMore ? `${shown.join(',')} + ${rules.length - 3} more...` : shown.join(',')
}

function ingressPortsText({ spec }: ApiObject): string {
  return objectsIn(objectIn(spec).tls).length > 0 ? '80, 443' : '80'
}

function classNameText({ metadata }: ApiObject): string {
  const isDefault = metadata.annotations?.['ingressclass.kubernetes.io/is-default-class'] === 'true'
  return isDefault ? `${metadata.name} (default)` : (metadata.name ?? '')
}

function parametersText({ spec }: ApiObject): string {
  const { parameters } = objectIn(spec)
  if (!isJsonObject(parameters)) return '<none>'
  const { apiGroup, kind, name: named } = parameters
  const suffix = apiGroup === undefined ? '' : `.${scalarText(apiGroup)}`
  return `${scalarText(kind)}${suffix}/${scalarText(named)}`
}

function parentText({ spec }: ApiObject): string {
  const { parentRef } = objectIn(spec)
  if (!isJsonObject(parentRef)) return '<none>'
  const { group, resource, namespace, name: named } = parentRef
  const type = [scalarText(resource), scalarText(group)].filter(Boolean).join('.').toLowerCase()
  return [type, scalarText(namespace), scalarText(named)].filter(Boolean).join('/')
}
