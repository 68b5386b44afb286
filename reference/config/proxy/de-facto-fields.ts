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
  says: 'CIDRs',
  *faults(ranges: readonly string[]): Iterable<Fault> {
    for (const [index, written] of ranges.entries()) {
      if (!isRange(written)) yield invalid([index], written, 'must be a valid CIDR')
    }
  },
})

const primaryOrRanges = law({
  by: deFacto,
  says: 'only primary, or CIDRs',
  *faults(addresses: readonly string[]): Iterable<Fault> {
    if (addresses.length === 1 && addresses[0] === 'primary') return
    for (const [index, written] of addresses.entries()) {
      if (isRange(written)) continue
      yield invalid([index], written, 'must be a valid CIDR, or only primary')
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
    'Interval between full synchronizations of the rules.',
    standingForZero('30s', { rules: [positive] }),
  ),
  minSyncPeriod: duration(
    'Minimum interval between synchronizations.',
    standingForZero(minimum, { rules: [notNegative] }),
  ),
})

const masquerading = {
  masqueradeBit: int32(
    'Bit of the packet mark used for masquerading.',
    standing(14, { rules: [bit] }),
  ),
  masqueradeAll: bool('Whether all traffic is masqueraded.', standing(false)),
}

const patience = (says: string, value = '0s') =>
  duration(says, standing(value, { rules: [notNegative] }))

const struct = standing({})

export const deFactoFields = {
  bindAddress: text('Listen address.', standingForZero('0.0.0.0', { rules: [address] })),
  healthzBindAddress: text(
    'Listen address of the health endpoint.',
    standingForZero('0.0.0.0:10256', { rules: [addressAndPort] }),
  ),
  metricsBindAddress: text(
    'Listen address of the metrics endpoint.',
    standingForZero('127.0.0.1:10249', { rules: [addressAndPort] }),
  ),
  bindAddressHardFail: bool('Whether a failure to listen is fatal.', standing(false)),
  enableProfiling: bool('Whether profiling is enabled.', standing(false)),
  showHiddenMetricsForVersion: text('Release whose hidden metrics are shown.', standing('')),
  mode: text('Proxy mode; the best available mode if empty.', {
    by: deFacto,
    default: { value: '', by: deFacto },
    rules: [oneOf(deFacto, ['', 'iptables', 'ipvs', 'nftables', 'kernelspace'])],
  }),
  iptables: object(
    'Settings of the iptables mode.',
    {
      ...masquerading,
      localhostNodePorts: bool('Whether node ports are reachable on localhost.', standing(true)),
      ...often('1s'),
    },
    struct,
  ),
  ipvs: object(
    'Settings of the ipvs mode.',
    {
      ...often('0s'),
      scheduler: text('IPVS scheduler.', standing('')),
      excludeCIDRs: list('CIDRs that are ignored when cleaning up rules.', text('A CIDR.'), {
        ...standing([]),
        rules: [areRanges],
      }),
      strictARP: bool('Whether strict ARP is enabled.', standing(false)),
      tcpTimeout: patience('Timeout of idle TCP connections.'),
      tcpFinTimeout: patience('Timeout of TCP connections after a FIN.'),
      udpTimeout: patience('Timeout of UDP packets.'),
    },
    struct,
  ),
  nftables: object('Settings of the nftables mode.', { ...masquerading, ...often('1s') }, struct),
  winkernel: object(
    'Settings of the Windows kernel mode.',
    {
      networkName: text('Name of the HNS network.', standing('')),
      sourceVip: text('Source address of packets.', standing('')),
      enableDSR: bool('Whether direct server return is enabled.', standing(false)),
      rootHnsEndpointName: text('Name of the HNS endpoint of the node.', standing('')),
      forwardHealthCheckVip: bool('Whether health check traffic is forwarded.', standing(false)),
    },
    struct,
  ),
  detectLocalMode: text(
    'How traffic from local pods is detected.',
    standing('', {
      rules: [
        oneOf(deFacto, ['', 'ClusterCIDR', 'NodeCIDR', 'BridgeInterface', 'InterfaceNamePrefix']),
      ],
    }),
  ),
  detectLocal: object(
    'Settings of the detection of local traffic.',
    {
      bridgeInterface: text('Bridge interface of pods.', standing('')),
      interfaceNamePrefix: text('Name prefix of the interfaces of pods.', standing('')),
    },
    struct,
  ),
  clusterCIDR: text('CIDR of pods.', standing('')),
  nodePortAddresses: list('Addresses that serve node ports.', text('A CIDR, or primary.'), {
    ...standing([]),
    rules: [primaryOrRanges],
  }),
  oomScoreAdj: int32(
    'OOM score adjustment of the process.',
    standing(-999, {
      rules: [range(deFacto, { min: -1000, max: 1000 }, { says: 'must be -1000 to 1000' })],
    }),
  ),
  conntrack: object(
    'Connection tracking settings.',
    {
      maxPerCore: int32(
        'Maximum number of tracked connections per core.',
        standing(32_768, { rules: [notNegative] }),
      ),
      min: int32(
        'Minimum number of tracked connections.',
        standing(131_072, { rules: [notNegative] }),
      ),
      tcpEstablishedTimeout: patience('Timeout of idle established TCP connections.', '24h0m0s'),
      tcpCloseWaitTimeout: patience('Timeout of TCP connections in CLOSE_WAIT.', '1h0m0s'),
      tcpBeLiberal: bool('Whether out-of-window packets are accepted.', standing(false)),
      udpTimeout: patience('Timeout of UDP entries without replies.'),
      udpStreamTimeout: patience('Timeout of UDP streams.'),
    },
    struct,
  ),
  configSyncPeriod: duration('Interval between refreshes of the configuration.', {
    ...standingForZero('15m0s'),
    rules: [positive],
  }),
  portRange: text('Range of host ports that may be used.', standing('')),
  windowsRunAsService: bool('Whether to run as a Windows service.', standing(false)),
}

type Local = Pick<Members<typeof deFactoFields>, 'clusterCIDR' | 'detectLocal' | 'detectLocalMode'>

/** What a way to know the traffic of the node needs is only looked at with that way. */
export const localTraffic = law({
  by: deFacto,
  says: 'the settings of `detectLocalMode` are present and valid',
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
    yield invalid(['clusterCIDR'], clusterCIDR, 'must be a valid CIDR, or one per family')
  },
})
