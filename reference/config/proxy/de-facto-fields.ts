// The fields of the proxy configuration that the specification does not show.

import { isAddress, isRange, rangeFamilyOf } from '../../lib/addresses.ts'
import { type Fault, invalid, law, missing, oneOf, range } from '../rules.ts'
import {
  bool,
  deFacto,
  duration,
  int32,
  list,
  type Members,
  object,
  text,
  type Traits,
} from '../vocabulary.ts'

const standing = (value: unknown, traits: Traits = {}): Traits => ({
  by: deFacto,
  default: { value, by: deFacto },
  mayBeEmpty: true,
  ...traits,
})

const notNegative = range(deFacto, { min: 0 }, { says: 'must be greater than or equal to 0' })
const positive = range(deFacto, { above: 0 }, { says: 'must be greater than 0' })
const bit = range(deFacto, { min: 0, max: 31 }, { says: 'must be within the range [0, 31]' })

const address = law({
  by: deFacto,
  says: 'an IP address',
  *faults(text: string) {
    if (!isAddress(text)) yield invalid([], text, 'must be a valid IP')
  },
})

/** The port may be left out, and then is the usual one. */
const addressAndPort = law({
  by: deFacto,
  says: 'an IP address and a port',
  *faults(address: string) {
    const [, inside, plain = '', port = '1'] =
      /^(?:\[([^\]]*)\]|([^:]*|[^:]*:[^:]*:.*?))(?::(\d+))?$/.exec(address) ?? []
    const isPort = Number(port) >= 1 && Number(port) <= 65_535
    if (isAddress(inside ?? plain) && isPort) return
    yield invalid([], address, 'must be IP:port')
  },
})

const areRanges = law({
  by: deFacto,
  says: 'ranges of addresses',
  *faults(ranges: readonly string[]): Iterable<Fault> {
    for (const [index, written] of ranges.entries()) {
      if (!isRange(written)) yield invalid([index], written, 'must be a valid CIDR')
    }
  },
})

const primaryOrRanges = law({
  by: deFacto,
  says: 'primary alone, or ranges of addresses',
  *faults(addresses: readonly string[]): Iterable<Fault> {
    if (addresses.length === 1 && addresses[0] === 'primary') return
    for (const [index, written] of addresses.entries()) {
      if (isRange(written)) continue
      yield invalid([index], written, 'must be a valid CIDR, or primary alone')
    }
  },
})

/** The same for what may be 0 or empty, which says no more than nothing. */
const standingForZero = (value: unknown, traits: Traits = {}): Traits => ({
  ...standing(value, traits),
  default: { value, by: deFacto, forZero: true },
})

const often = (minimum: string) => ({
  syncPeriod: duration(
    'How often all rules are written.',
    standingForZero('30s', { rules: [positive] }),
  ),
  minSyncPeriod: duration(
    'How long until the next time.',
    standingForZero(minimum, { rules: [notNegative] }),
  ),
})

const masquerading = {
  masqueradeBit: int32('The bit that marks packets.', standing(14, { rules: [bit] })),
  masqueradeAll: bool('Whether all are marked.', standing(false)),
}

const patience = (says: string, value = '0s') =>
  duration(says, standing(value, { rules: [notNegative] }))

const struct = standing({})

export const deFactoFields = {
  bindAddress: text('Where it listens.', standingForZero('0.0.0.0', { rules: [address] })),
  healthzBindAddress: text(
    'Where it says how it is.',
    standingForZero('0.0.0.0:10256', { rules: [addressAndPort] }),
  ),
  metricsBindAddress: text(
    'Where its metrics are.',
    standingForZero('127.0.0.1:10249', { rules: [addressAndPort] }),
  ),
  bindAddressHardFail: bool('Whether it ends when it cannot listen.', standing(false)),
  enableProfiling: bool('Whether profiles are served.', standing(false)),
  showHiddenMetricsForVersion: text('Shows the metrics of that release.', standing('')),
  mode: text('What does the work; the best there is when empty.', {
    by: deFacto,
    default: { value: '', by: deFacto },
    rules: [oneOf(deFacto, ['', 'iptables', 'ipvs', 'nftables', 'kernelspace'])],
  }),
  iptables: object(
    'With iptables.',
    {
      ...masquerading,
      localhostNodePorts: bool('Whether node ports are there on localhost.', standing(true)),
      ...often('1s'),
    },
    struct,
  ),
  ipvs: object(
    'With ipvs.',
    {
      ...often('0s'),
      scheduler: text('Who is next.', standing('')),
      excludeCIDRs: list('What is left alone.', text('A range.'), {
        ...standing([]),
        rules: [areRanges],
      }),
      strictARP: bool('Whether it only answers for its own addresses.', standing(false)),
      tcpTimeout: patience('How long a silent connection stays.'),
      tcpFinTimeout: patience('How long a closed one stays.'),
      udpTimeout: patience('How long after the last packet.'),
    },
    struct,
  ),
  nftables: object('With nftables.', { ...masquerading, ...often('1s') }, struct),
  winkernel: object(
    'With Windows.',
    {
      networkName: text('The network.', standing('')),
      sourceVip: text('The address that packets come from.', standing('')),
      enableDSR: bool('Whether answers go back straight.', standing(false)),
      rootHnsEndpointName: text('The endpoint of the node.', standing('')),
      forwardHealthCheckVip: bool('Whether checks of health pass.', standing(false)),
    },
    struct,
  ),
  detectLocalMode: text(
    'How traffic of the node itself is known.',
    standing('', {
      rules: [
        oneOf(deFacto, ['', 'ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix']),
      ],
    }),
  ),
  detectLocal: object(
    'What that needs to know.',
    {
      bridgeInterface: text('The bridge of pods.', standing('')),
      interfaceNamePrefix: text('How the names of their interfaces begin.', standing('')),
    },
    struct,
  ),
  clusterCIDR: text('The addresses of pods.', standing('')),
  nodePortAddresses: list('Where node ports are.', text('A range, or primary.'), {
    ...standing([]),
    rules: [primaryOrRanges],
  }),
  oomScoreAdj: int32(
    'How soon it is ended when memory is short.',
    standing(-999, {
      rules: [range(deFacto, { min: -1000, max: 1000 }, { says: 'must be -1000 to 1000' })],
    }),
  ),
  conntrack: object(
    'How connections are followed.',
    {
      maxPerCore: int32('How many for each core.', standing(32_768, { rules: [notNegative] })),
      min: int32('How many at least.', standing(131_072, { rules: [notNegative] })),
      tcpEstablishedTimeout: patience('How long a silent one stays.', '24h0m0s'),
      tcpCloseWaitTimeout: patience('How long one stays that one side has closed.', '1h0m0s'),
      tcpBeLiberal: bool('Whether packets out of order pass.', standing(false)),
      udpTimeout: patience('How long after a lonely packet.'),
      udpStreamTimeout: patience('How long after the last of many.'),
    },
    struct,
  ),
  configSyncPeriod: duration('How often all is read again.', {
    ...standingForZero('15m0s'),
    rules: [positive],
  }),
  portRange: text('The ports that it may use.', standing('')),
  windowsRunAsService: bool('Whether it is a service of Windows.', standing(false)),
}

type Local = Pick<Members<typeof deFactoFields>, 'clusterCIDR' | 'detectLocal' | 'detectLocalMode'>

/** What a way to know the traffic of the node needs is only looked at with that way. */
export const localTraffic = law({
  by: deFacto,
  says: 'what `detectLocalMode` needs is there and sound',
  *faults({ clusterCIDR = '', detectLocal = {}, detectLocalMode = '' }: Local) {
    const { bridgeInterface, interfaceNamePrefix } = detectLocal
    if (detectLocalMode === 'BridgeInterface' && !bridgeInterface) {
      yield missing(['detectLocal', 'bridgeInterface'])
    }
    if (detectLocalMode === 'InterfaceNamePrefix' && !interfaceNamePrefix) {
      yield missing(['detectLocal', 'interfaceNamePrefix'])
    }
    // Without a way, it is that by the addresses of pods.
    if (clusterCIDR === '' || !['', 'ClusterCIDR'].includes(detectLocalMode)) return
    const families = clusterCIDR.split(',').map(rangeFamilyOf)
    if (!families.includes(undefined) && new Set(families).size === families.length) return
    yield invalid(['clusterCIDR'], clusterCIDR, 'must be a valid CIDR, or one of each family')
  },
})
