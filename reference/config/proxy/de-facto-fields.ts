// Fields of the proxy configuration that the specification does not document.

import { isIpAddress, isCidr, cidrFamilyOf } from '../../lib/ip-addresses.ts'
import {
  type ConfigFault,
  invalidValue,
  functionRule,
  missingValue,
  allowedValues,
  rangeRule,
} from '../config-rules.ts'
import {
  boolField,
  deFacto,
  durationField,
  int32Field,
  listField,
  type ConfigValues,
  objectField,
  textField,
  type FieldTraits,
} from '../config-kind.ts'

const withDefault = (value: unknown, traits: FieldTraits = {}): FieldTraits => ({
  requirement: deFacto,
  default: { value, requirement: deFacto },
  mayBeEmpty: true,
  ...traits,
})

const notNegative = rangeRule(
  deFacto,
  { min: 0 },
  { description: 'must be greater than or equal to 0' },
)
const positive = rangeRule(deFacto, { above: 0 }, { description: 'must be greater than 0' })
const bit = rangeRule(
  deFacto,
  { min: 0, max: 31 },
  { description: 'must be within the range [0, 31]' },
)

const address = functionRule({
  requirement: deFacto,
  description: 'an IP address',
  *faults(text: string) {
    if (!isIpAddress(text)) yield invalidValue([], text, 'must be a valid IP')
  },
})

/** The port may be omitted and then has its default. */
const addressAndPort = functionRule({
  requirement: deFacto,
  description: 'an IP address and a port',
  *faults(address: string) {
    const [, inside, plain = '', port = '1'] =
      /^(?:\[([^\]]*)\]|([^:]*|[^:]*:[^:]*:.*?))(?::(\d+))?$/.exec(address) ?? []
    const isPort = Number(port) >= 1 && Number(port) <= 65_535
    if (isIpAddress(inside ?? plain) && isPort) return
    yield invalidValue([], address, 'must be IP:port')
  },
})

const areRanges = functionRule({
  requirement: deFacto,
  description: 'CIDRs',
  *faults(ranges: readonly string[]): Iterable<ConfigFault> {
    for (const [index, written] of ranges.entries()) {
      if (!isCidr(written)) yield invalidValue([index], written, 'must be a valid CIDR')
    }
  },
})

const primaryOrRanges = functionRule({
  requirement: deFacto,
  description: 'only primary, or CIDRs',
  *faults(addresses: readonly string[]): Iterable<ConfigFault> {
    if (addresses.length === 1 && addresses[0] === 'primary') return
    for (const [index, written] of addresses.entries()) {
      if (isCidr(written)) continue
      yield invalidValue([index], written, 'must be a valid CIDR, or only primary')
    }
  },
})

/** The same for a field where 0 or the empty text counts as absent. */
const standingForZero = (value: unknown, traits: FieldTraits = {}): FieldTraits => ({
  ...withDefault(value, traits),
  default: { value, requirement: deFacto, forZero: true },
})

const often = (minimum: string) => ({
  syncPeriod: durationField(
    'Interval between full synchronizations of the rules.',
    standingForZero('30s', { rules: [positive] }),
  ),
  minSyncPeriod: durationField(
    'Minimum interval between synchronizations.',
    standingForZero(minimum, { rules: [notNegative] }),
  ),
})

const masquerading = {
  masqueradeBit: int32Field(
    'Bit of the packet mark used for masquerading.',
    withDefault(14, { rules: [bit] }),
  ),
  masqueradeAll: boolField('Whether all traffic is masqueraded.', withDefault(false)),
}

const patience = (description: string, value = '0s') =>
  durationField(description, withDefault(value, { rules: [notNegative] }))

const struct = withDefault({})

export const deFactoFields = {
  bindAddress: textField('Listen address.', standingForZero('0.0.0.0', { rules: [address] })),
  healthzBindAddress: textField(
    'Listen address of the health endpoint.',
    standingForZero('0.0.0.0:10256', { rules: [addressAndPort] }),
  ),
  metricsBindAddress: textField(
    'Listen address of the metrics endpoint.',
    standingForZero('127.0.0.1:10249', { rules: [addressAndPort] }),
  ),
  bindAddressHardFail: boolField('Whether a failure to listen is fatal.', withDefault(false)),
  enableProfiling: boolField('Whether profiling is enabled.', withDefault(false)),
  showHiddenMetricsForVersion: textField(
    'Release whose hidden metrics are shown.',
    withDefault(''),
  ),
  mode: textField('Proxy mode; the best available mode if empty.', {
    requirement: deFacto,
    default: { value: '', requirement: deFacto },
    rules: [allowedValues(deFacto, ['', 'iptables', 'ipvs', 'nftables', 'kernelspace'])],
  }),
  iptables: objectField(
    'Settings of the iptables mode.',
    {
      ...masquerading,
      localhostNodePorts: boolField(
        'Whether node ports are reachable on localhost.',
        withDefault(true),
      ),
      ...often('1s'),
    },
    struct,
  ),
  ipvs: objectField(
    'Settings of the ipvs mode.',
    {
      ...often('0s'),
      scheduler: textField('IPVS scheduler.', withDefault('')),
      excludeCIDRs: listField(
        'CIDRs that are ignored when cleaning up rules.',
        textField('A CIDR.'),
        {
          ...withDefault([]),
          rules: [areRanges],
        },
      ),
      strictARP: boolField('Whether strict ARP is enabled.', withDefault(false)),
      tcpTimeout: patience('Timeout of idle TCP connections.'),
      tcpFinTimeout: patience('Timeout of TCP connections after a FIN.'),
      udpTimeout: patience('Timeout of UDP packets.'),
    },
    struct,
  ),
  nftables: objectField(
    'Settings of the nftables mode.',
    { ...masquerading, ...often('1s') },
    struct,
  ),
  winkernel: objectField(
    'Settings of the Windows kernel mode.',
    {
      networkName: textField('Name of the HNS network.', withDefault('')),
      sourceVip: textField('Source address of packets.', withDefault('')),
      enableDSR: boolField('Whether direct server return is enabled.', withDefault(false)),
      rootHnsEndpointName: textField('Name of the HNS endpoint of the node.', withDefault('')),
      forwardHealthCheckVip: boolField(
        'Whether health check traffic is forwarded.',
        withDefault(false),
      ),
    },
    struct,
  ),
  detectLocalMode: textField(
    'How traffic from local pods is detected.',
    withDefault('', {
      rules: [
        allowedValues(deFacto, [
          '',
          'ClusterCIDR',
          'NodeCIDR',
          'BridgeInterface',
          'InterfaceNamePrefix',
        ]),
      ],
    }),
  ),
  detectLocal: objectField(
    'Settings of the detection of local traffic.',
    {
      bridgeInterface: textField('Bridge interface of pods.', withDefault('')),
      interfaceNamePrefix: textField('Name prefix of the interfaces of pods.', withDefault('')),
    },
    struct,
  ),
  clusterCIDR: textField('CIDR of pods.', withDefault('')),
  nodePortAddresses: listField(
    'Addresses that serve node ports.',
    textField('A CIDR, or primary.'),
    {
      ...withDefault([]),
      rules: [primaryOrRanges],
    },
  ),
  oomScoreAdj: int32Field(
    'OOM score adjustment of the process.',
    withDefault(-999, {
      rules: [
        rangeRule(deFacto, { min: -1000, max: 1000 }, { description: 'must be -1000 to 1000' }),
      ],
    }),
  ),
  conntrack: objectField(
    'Connection tracking settings.',
    {
      maxPerCore: int32Field(
        'Maximum number of tracked connections per core.',
        withDefault(32_768, { rules: [notNegative] }),
      ),
      min: int32Field(
        'Minimum number of tracked connections.',
        withDefault(131_072, { rules: [notNegative] }),
      ),
      tcpEstablishedTimeout: patience('Timeout of idle established TCP connections.', '24h0m0s'),
      tcpCloseWaitTimeout: patience('Timeout of TCP connections in CLOSE_WAIT.', '1h0m0s'),
      tcpBeLiberal: boolField('Whether out-of-window packets are accepted.', withDefault(false)),
      udpTimeout: patience('Timeout of UDP entries without replies.'),
      udpStreamTimeout: patience('Timeout of UDP streams.'),
    },
    struct,
  ),
  configSyncPeriod: durationField('Interval between refreshes of the configuration.', {
    ...standingForZero('15m0s'),
    rules: [positive],
  }),
  portRange: textField('Range of host ports that may be used.', withDefault('')),
  windowsRunAsService: boolField('Whether to run as a Windows service.', withDefault(false)),
}

type Local = Pick<
  ConfigValues<typeof deFactoFields>,
  'clusterCIDR' | 'detectLocal' | 'detectLocalMode'
>

/** The settings of a traffic detection mode are checked only if that mode is selected. */
export const localTrafficRule = functionRule({
  requirement: deFacto,
  description: 'the settings of `detectLocalMode` are present and valid',
  *faults({ clusterCIDR = '', detectLocal = {}, detectLocalMode = '' }: Local) {
    const { bridgeInterface, interfaceNamePrefix } = detectLocal
    if (detectLocalMode === 'BridgeInterface' && !bridgeInterface) {
      yield missingValue(['detectLocal', 'bridgeInterface'])
    }
    if (detectLocalMode === 'InterfaceNamePrefix' && !interfaceNamePrefix) {
      yield missingValue(['detectLocal', 'interfaceNamePrefix'])
    }
    // The default mode detects traffic by pod addresses.
    if (clusterCIDR === '' || !['', 'ClusterCIDR'].includes(detectLocalMode)) return
    const families = clusterCIDR.split(',').map(cidrFamilyOf)
    if (!families.includes(undefined) && new Set(families).size === families.length) return
    yield invalidValue(['clusterCIDR'], clusterCIDR, 'must be a valid CIDR, or one per family')
  },
})
