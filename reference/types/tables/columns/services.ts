import {
  type ApiObject,
  isJsonObject,
  type JsonObject,
  objectIn,
  objectsIn,
} from '../../../api/object.ts'
import { age, at, type ColumnsByKind, listAt, name, text, valueAt, wide } from '../column.ts'
import { firstOf, labelsAt, selectorAt, shownMax, sortedOnce, stringsIn, textIn } from '../texts.ts'

const portsOf = listAt('spec.ports')
const subsetsOf = listAt('subsets')
const endpointsOf = listAt('endpoints')
const rulesOf = listAt('spec.rules')
const entrancesOf = listAt('status.loadBalancer.ingress')
const noClusterIp = at('spec.clusterIP', '<none>')

export const services: ColumnsByKind = {
  '/Service': [
    name,
    text('Type', 'How the service is offered.', at('spec.type', '')),
    text('Cluster-IP', 'Its address within the cluster.', clusterIpText),
    text('External-IP', 'Its addresses outside.', externalText),
    text('Port(s)', 'Its ports, and those of the nodes that lead there.', servicePortsText),
    age,
    wide('Selector', 'Which pods serve it.', labelsAt('spec.selector')),
  ],
  '/Endpoints': [name, text('Endpoints', 'Addresses and ports that serve.', endpointsText), age],
  'discovery.*/EndpointSlice': [
    name,
    text('AddressType', 'Of which kind its addresses are.', at('addressType', '')),
    text('Ports', 'Ports that all of its addresses have.', slicePortsText),
    text('Endpoints', 'Addresses that serve.', sliceAddressesText),
    age,
  ],
  'networking.*/Ingress': [
    name,
    text('Class', 'Which class of ingress this is.', at('spec.ingressClassName', '<none>')),
    text('Hosts', 'Names of hosts that it takes requests for.', hostsText),
    text('Address', 'Where requests come in.', ingress => entrances(ingress).join(',')),
    text('Ports', 'Ports that are open.', ingressPortsText),
    age,
  ],
  'networking.*/IngressClass': [
    { ...name, cell: classNameText },
    text('Controller', 'Who serves the class.', at('spec.controller', '')),
    text('Parameters', 'What configures the class.', parametersText),
    age,
  ],
  'networking.*/NetworkPolicy': [
    name,
    text('Pod-Selector', 'Which pods it is about.', selectorAt('spec.podSelector')),
    age,
  ],
  'networking.*/ServiceCIDR': [
    name,
    text('CIDRs', 'Where services get their addresses.', range =>
      stringsIn(valueAt(range, ['spec', 'cidrs'])).join(','),
    ),
    age,
  ],
  // A genuine server gives each row an age, for which it has no column.
  'networking.*/IPAddress': [name, text('ParentRef', 'Who has the address.', parentText)],
}

function clusterIpText(service: ApiObject) {
  return stringsIn(objectIn(service.spec).clusterIPs)[0] ?? noClusterIp(service)
}

/** What is said of a service without addresses; a bookmark has no type, and nobody knows. */
const noAddress = new Map([
  ['ClusterIP', '<none>'],
  ['NodePort', '<none>'],
  ['LoadBalancer', '<pending>'],
])

function externalText(service: ApiObject): string {
  const { type, externalIPs, externalName } = objectIn(service.spec)
  if (type === 'ExternalName') return textIn(externalName)
  const own = type === 'LoadBalancer' ? entrances(service) : []
  return (
    [...own, ...stringsIn(externalIPs)].join(',') || (noAddress.get(textIn(type)) ?? '<unknown>')
  )
}

/** The addresses, or names, of what balances load before something. */
const entrances = (object: ApiObject): string[] =>
  sortedOnce(
    entrancesOf(object)
      .map(({ ip, hostname }) => textIn(ip) || textIn(hostname))
      .filter(Boolean),
  )

function servicePortsText(service: ApiObject): string {
  const ports = portsOf(service).map(({ port, nodePort, protocol }) => {
    const own = Number(nodePort ?? 0) > 0 ? `:${textIn(nodePort)}` : ''
    return `${textIn(port)}${own}/${textIn(protocol)}`
  })
  return ports.join(',') || '<none>'
}

function endpointsText(endpoints: ApiObject): string {
  const subsets = subsetsOf(endpoints).map(placesOf)
  if (subsets.length === 0) return '<none>'
  const count = subsets.reduce((sum, subset) => sum + subset.count, 0)
  return firstOf(
    subsets.flatMap(({ first }) => first),
    { count },
  )
}

/**
 * Each address of a subset at each of its ports, or alone where there are none. Those that a cell
 * shows are the first ones of the first ports: all of them may be far more than the object is long.
 */
function placesOf(subset: JsonObject): { first: string[]; count: number } {
  const addresses = objectsIn(subset.addresses)
  const ports = objectsIn(subset.ports)
  const hosts = addresses.slice(0, shownMax).map(({ ip }) => textIn(ip))
  if (ports.length === 0) return { first: hosts, count: addresses.length }
  const first = ports
    .slice(0, shownMax)
    .flatMap(({ port }) =>
      hosts.map(host => `${host.includes(':') ? `[${host}]` : host}:${textIn(port)}`),
    )
  return { first, count: addresses.length * ports.length }
}

function slicePortsText(slice: ApiObject): string {
  const ports = objectsIn(slice.ports).map(({ port, name: named }) =>
    port === undefined ? textIn(named ?? '*') : textIn(port),
  )
  return firstOf(ports) || '<unset>'
}

function sliceAddressesText(slice: ApiObject): string {
  return firstOf(endpointsOf(slice).flatMap(({ addresses }) => stringsIn(addresses))) || '<unset>'
}

/** Up to three hosts; how many more counts the rules, those without a host, too. */
function hostsText(ingress: ApiObject): string {
  const rules = rulesOf(ingress)
  const hosts = rules.map(({ host }) => textIn(host))
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
  const suffix = apiGroup === undefined ? '' : `.${textIn(apiGroup)}`
  return `${textIn(kind)}${suffix}/${textIn(named)}`
}

function parentText({ spec }: ApiObject): string {
  const { parentRef } = objectIn(spec)
  if (!isJsonObject(parentRef)) return '<none>'
  const { group, resource, namespace, name: named } = parentRef
  const type = [textIn(resource), textIn(group)].filter(Boolean).join('.').toLowerCase()
  return [type, textIn(namespace), textIn(named)].filter(Boolean).join('/')
}
