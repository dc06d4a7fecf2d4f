/**
 * Notations of hosts that must not receive requests, as they appear in a URL. All of the first list mean this machine.
 */
export const ownHosts: readonly string[] = [
  // 127.0.0.1: decimal, octal, hexadecimal, mixed, shortened, percent-encoded, in other digits, with a trailing dot.
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0X7F.0.0.0X1', '017700000001'],
  ...[
    '0177.0.0.1',
    '0177.0.0.01',
    '0x7f.0.0.0x1',
    '0177.0x0.1',
    '127.0.0.1.',
    '127.0.0.1%2e',
    '%31%32%37.0.0.1',
  ],
  ...['①②⑦.⓪.⓪.①', '１２７.0.0.1', '127。0。0。1', '127.127.127.127', '127.255.255.254'],
  // Unspecified addresses reach this machine too.
  ...['0.0.0.0', '0', '0x0', '0.1', '[::]', '[0:0:0:0:0:0:0:0]'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::FFFF:0:0]'],
  ...['[::127.0.0.1]', '[::7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]'],
  ...['[2002:7f00:1::]', '[2002:7f00:0001::1]', '[::ffff:0:127.0.0.1]', '[2001:0:7f00:1::80ff:fffe]'],
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'a.b.localhost.',
    'localhost.localdomain',
    'loc%61lhost',
  ],
];

/** Others: private networks and unassigned addresses. */
export const privateHosts: readonly string[] = [
  ...[
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '192.168.255.255',
    '0xc0a80001',
  ],
  ...[
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '169.254.43518',
    '[::ffff:169.254.169.254]',
  ],
  ...[
    '100.64.0.1',
    '100.127.255.255',
    '100.100.100.200',
    '168.63.129.16',
    '[64:ff9b::168.63.129.16]',
    '192.0.0.192',
  ],
  ...['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255', '192.88.99.1', '240.0.0.1'],
  ...[
    '224.0.0.1',
    '239.255.255.255',
    '255.255.255.255',
    '[ff02::1]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
    '[fc00::1]',
  ],
  ...[
    '[fd00:ec2::254]',
    '[100::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[2001:2::1]',
    '[2001:10::1]',
    '[4000::1]',
    '[5f00::1]',
  ],
  ...[
    '[2001::1]',
    '[2002:808:808::1]',
    '[::8.8.8.8]',
    '[64:ff9b::10.0.0.1]',
    '[64:ff9b::a00:1]',
    '[1::1]',
    '[e000::1]',
  ],
  ...[
    'metadata.google.internal',
    'metadata.google.internal.',
    'METADATA.google.internal',
    'metadata',
    'a.local',
  ],
  ...[
    'printer.local.',
    'host.docker.internal',
    'kubernetes',
    'router.home.arpa',
    'a.internal',
    'intranet.',
    'a..',
  ],
];

export const publicHosts: readonly string[] = [
  ...[
    'example.com',
    'Example.COM',
    'example.com.',
    'a.b',
    'localhost.example.com',
    'mylocalhost.com',
    'internal.com',
  ],
  ...[
    'notlocal.net',
    'xn--bcher-kva.example',
    'bücher.example',
    '8.8.8.8',
    '0x08080808',
    '134744072',
    '11.0.0.1',
  ],
  ...[
    '172.15.255.255',
    '172.32.0.1',
    '192.167.255.255',
    '169.253.255.255',
    '100.63.255.255',
    '100.128.0.1',
    '168.63.129.17',
  ],
  ...[
    '[2606:4700:4700::1111]',
    '[2a00:1450:4001:80e::200e]',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::8.8.8.8]',
    '128.0.0.1',
    '1.1',
  ],
];
