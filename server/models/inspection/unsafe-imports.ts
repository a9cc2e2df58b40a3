/** Modules that let a pickle reach files, processes, the network or other code. */
const UNSAFE_MODULES = new Set([
  '__builtin__',
  'asyncio',
  'bdb',
  'builtins',
  'cProfile',
  'code',
  'codeop',
  'commands',
  'copyreg extension',
  'ctypes',
  'dill',
  'cloudpickle',
  'fileinput',
  'ftplib',
  'functools',
  'http',
  'httplib',
  'idlelib',
  'imaplib',
  'importlib',
  'inspect',
  'io',
  'linecache',
  'logging',
  'marshal',
  'mmap',
  'multiprocessing',
  'nt',
  'ntpath',
  'operator',
  'os',
  'pathlib',
  'pdb',
  'pickle',
  'pip',
  'pkgutil',
  'platform',
  'posix',
  'posixpath',
  'profile',
  'pty',
  'pydoc',
  'requests',
  'runpy',
  'shelve',
  'shutil',
  'signal',
  'smtplib',
  'socket',
  'socketserver',
  'ssl',
  'subprocess',
  'sys',
  'tempfile',
  'threading',
  'timeit',
  'trace',
  'types',
  'unittest',
  'urllib',
  'urllib2',
  'venv',
  'webbrowser',
  'xmlrpc',
  'zipimport',
])

/** Members of those modules that only create plain values. */
const SAFE_NAMES =
  /^(builtins|__builtin__)\.(set|frozenset|bytearray|complex|range|slice|object|dict|list|tuple|int|float|str|bool|bytes)$/

/** Unsafe members of otherwise safe packages. */
const UNSAFE_NAMES =
  /^(numpy\.(testing|f2py|distutils|load|fromfile)|torch\.(hub|load|serialization)|pandas\.(read_|eval|io)|joblib\.(load|parallel)|\?\.)|\.(eval|exec|system|popen|Popen|__import__|getattr)$/

/** True for an import that can do more than hold data. */
export const isUnsafeImport = (name: string): boolean => {
  if (SAFE_NAMES.test(name)) return false
  const [root = ''] = name.split('.')
  return UNSAFE_MODULES.has(root) || name.startsWith('copyreg extension') || UNSAFE_NAMES.test(name)
}
