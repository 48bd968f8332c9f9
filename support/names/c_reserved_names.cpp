#include "support/names/c_reserved_names.h"

#include <algorithm>
#include <array>
#include <set>

#include "support/text/text.h"

namespace romas {

namespace {

// Keywords of C23 and C++20, alternative tokens, and the namespaces that generated code uses.
constexpr std::string_view kKeywords =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t "
    "char8_t class co_await co_return co_yield compl concept const const_cast consteval constexpr "
    "constinit continue decltype default delete do double dynamic_cast else enum explicit export extern "
    "false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr "
    "operator or or_eq private protected public register reinterpret_cast requires restrict return romas "
    "short signed sizeof static static_assert static_cast std struct switch template this thread_local "
    "throw true try typedef typeid typename typeof typeof_unqual union unsigned using virtual void "
    "volatile wchar_t while xor xor_eq ";

// Macros that the headers of C and POSIX and the compilers define. Families of names that nobody gives a
// joint are left out.
constexpr std::string_view kMacros =
    "ATOMIC_BOOL_LOCK_FREE ATOMIC_CHAR16_T_LOCK_FREE ATOMIC_CHAR32_T_LOCK_FREE ATOMIC_CHAR_LOCK_FREE "
    "ATOMIC_FLAG_INIT ATOMIC_INT_LOCK_FREE ATOMIC_LLONG_LOCK_FREE ATOMIC_LONG_LOCK_FREE "
    "ATOMIC_POINTER_LOCK_FREE ATOMIC_SHORT_LOCK_FREE ATOMIC_WCHAR_T_LOCK_FREE BIG_ENDIAN BUFSIZ "
    "BUS_ADRALN BUS_ADRERR BUS_MCEERR_AO BUS_MCEERR_AR BUS_OBJERR BYTE_ORDER CHARCLASS_NAME_MAX CHAR_BIT "
    "CHAR_MAX CHAR_MIN CLD_CONTINUED CLD_DUMPED CLD_EXITED CLD_KILLED CLD_STOPPED CLD_TRAPPED "
    "CLOCKS_PER_SEC CLOCK_BOOTTIME CLOCK_BOOTTIME_ALARM CLOCK_MONOTONIC CLOCK_MONOTONIC_COARSE "
    "CLOCK_MONOTONIC_RAW CLOCK_PROCESS_CPUTIME_ID CLOCK_REALTIME CLOCK_REALTIME_ALARM "
    "CLOCK_REALTIME_COARSE CLOCK_TAI CLOCK_THREAD_CPUTIME_ID COLL_WEIGHTS_MAX DBL_DECIMAL_DIG DBL_DIG "
    "DBL_EPSILON DBL_HAS_SUBNORM DBL_MANT_DIG DBL_MAX DBL_MAX_10_EXP DBL_MAX_EXP DBL_MIN DBL_MIN_10_EXP "
    "DBL_MIN_EXP DBL_TRUE_MIN DECIMAL_DIG DELAYTIMER_MAX DOMAIN E2BIG EACCES EADDRINUSE EADDRNOTAVAIL "
    "EADV EAFNOSUPPORT EAGAIN EALREADY EBADE EBADF EBADFD EBADMSG EBADR EBADRQC EBADSLT EBFONT EBUSY "
    "ECANCELED ECHILD ECHRNG ECOMM ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDEADLOCK EDESTADDRREQ "
    "EDOM EDOTDOT EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN EHOSTUNREACH EHWPOISON EIDRM EILSEQ EINPROGRESS "
    "EINTR EINVAL EIO EISCONN EISDIR EISNAM EKEYEXPIRED EKEYREJECTED EKEYREVOKED EL2HLT EL2NSYNC EL3HLT "
    "EL3RST ELIBACC ELIBBAD ELIBEXEC ELIBMAX ELIBSCN ELNRNG ELOOP EMEDIUMTYPE EMFILE EMLINK EMSGSIZE "
    "EMULTIHOP ENAMETOOLONG ENAVAIL ENETDOWN ENETRESET ENETUNREACH ENFILE ENOANO ENOBUFS ENOCSI ENODATA "
    "ENODEV ENOENT ENOEXEC ENOKEY ENOLCK ENOLINK ENOMEDIUM ENOMEM ENOMSG ENONET ENOPKG ENOPROTOOPT ENOSPC "
    "ENOSR ENOSTR ENOSYS ENOTBLK ENOTCONN ENOTDIR ENOTEMPTY ENOTNAM ENOTRECOVERABLE ENOTSOCK ENOTSUP "
    "ENOTTY ENOTUNIQ ENXIO EOF EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM EPFNOSUPPORT EPIPE EPROTO "
    "EPROTONOSUPPORT EPROTOTYPE ERANGE EREMCHG EREMOTE EREMOTEIO ERESTART ERFKILL EROFS ESHUTDOWN "
    "ESOCKTNOSUPPORT ESPIPE ESRCH ESRMNT ESTALE ESTRPIPE ETIME ETIMEDOUT ETOOMANYREFS ETXTBSY EUCLEAN "
    "EUNATCH EUSERS EWOULDBLOCK EXDEV EXFULL EXIT_FAILURE EXIT_SUCCESS EXPR_NEST_MAX FD_SETSIZE "
    "FE_ALL_EXCEPT FE_DFL_ENV FE_DIVBYZERO FE_DOWNWARD FE_INEXACT FE_INVALID FE_OVERFLOW FE_TONEAREST "
    "FE_TOWARDZERO FE_UNDERFLOW FE_UPWARD FILENAME_MAX FLT_DECIMAL_DIG FLT_DIG FLT_EPSILON "
    "FLT_EVAL_METHOD FLT_HAS_SUBNORM FLT_MANT_DIG FLT_MAX FLT_MAX_10_EXP FLT_MAX_EXP FLT_MIN "
    "FLT_MIN_10_EXP FLT_MIN_EXP FLT_RADIX FLT_ROUNDS FLT_TRUE_MIN FOPEN_MAX FPE_CONDTRAP FPE_FLTDIV "
    "FPE_FLTINV FPE_FLTOVF FPE_FLTRES FPE_FLTSUB FPE_FLTUND FPE_FLTUNK FPE_INTDIV FPE_INTOVF FP_ILOGB0 "
    "FP_ILOGBNAN FP_INFINITE FP_NAN FP_NORMAL FP_SUBNORMAL FP_ZERO F_OK HOST_NAME_MAX HUGE_VAL HUGE_VALF "
    "HUGE_VALL I ILL_BADIADDR ILL_BADSTK ILL_COPROC ILL_ILLADR ILL_ILLOPC ILL_ILLOPN ILL_ILLTRP "
    "ILL_PRVOPC ILL_PRVREG INFINITY INT16_MAX INT16_MIN INT32_MAX INT32_MIN INT64_MAX INT64_MIN INT8_MAX "
    "INT8_MIN INTMAX_MAX INTMAX_MIN INTPTR_MAX INTPTR_MIN INT_MAX INT_MIN LC_ADDRESS LC_ALL LC_COLLATE "
    "LC_CTYPE LC_GLOBAL_LOCALE LC_IDENTIFICATION LC_MEASUREMENT LC_MESSAGES LC_MONETARY LC_NAME "
    "LC_NUMERIC LC_PAPER LC_TELEPHONE LC_TIME LDBL_DECIMAL_DIG LDBL_DIG LDBL_EPSILON LDBL_HAS_SUBNORM "
    "LDBL_MANT_DIG LDBL_MAX LDBL_MAX_10_EXP LDBL_MAX_EXP LDBL_MIN LDBL_MIN_10_EXP LDBL_MIN_EXP "
    "LDBL_TRUE_MIN LINE_MAX LITTLE_ENDIAN LLONG_MAX LLONG_MIN LOGIN_NAME_MAX LONG_MAX LONG_MIN L_ctermid "
    "L_tmpnam MATH_ERREXCEPT MATH_ERRNO MAXFLOAT MAX_CANON MAX_INPUT MB_CUR_MAX MB_LEN_MAX MINSIGSTKSZ "
    "MQ_PRIO_MAX M_1_PI M_2_PI M_2_SQRTPI M_E M_LN10 M_LN2 M_LOG10E M_LOG2E M_PI M_PI_2 M_PI_4 M_SQRT1_2 "
    "M_SQRT2 NAME_MAX NAN NFDBITS NGREG NGROUPS_MAX NSIG NULL ONCE_FLAG_INIT OVERFLOW PATH_MAX PDP_ENDIAN "
    "PIPE_BUF PLOSS POLL_ERR POLL_HUP POLL_IN POLL_MSG POLL_OUT POLL_PRI PTHREAD_DESTRUCTOR_ITERATIONS "
    "PTHREAD_KEYS_MAX PTHREAD_STACK_MIN PTRDIFF_MAX PTRDIFF_MIN P_tmpdir RAND_MAX RE_DUP_MAX RTSIG_MAX "
    "R_OK SA_INTERRUPT SA_NOCLDSTOP SA_NOCLDWAIT SA_NODEFER SA_NOMASK SA_ONESHOT SA_ONSTACK SA_RESETHAND "
    "SA_RESTART SA_SIGINFO SA_STACK SCHAR_MAX SCHAR_MIN SEEK_CUR SEEK_END SEEK_SET SEGV_ACCADI "
    "SEGV_ACCERR SEGV_ADIDERR SEGV_ADIPERR SEGV_BNDERR SEGV_MAPERR SEGV_MTEAERR SEGV_MTESERR SEGV_PKUERR "
    "SEM_VALUE_MAX SHRT_MAX SHRT_MIN SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGEV_NONE "
    "SIGEV_SIGNAL SIGEV_THREAD SIGEV_THREAD_ID SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE "
    "SIGPOLL SIGPROF SIGPWR SIGQUIT SIGRTMAX SIGRTMIN SIGSEGV SIGSTKFLT SIGSTKSZ SIGSTOP SIGSYS SIGTERM "
    "SIGTRAP SIGTSTP SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ "
    "SIG_ATOMIC_MAX SIG_ATOMIC_MIN SIG_BLOCK SIG_DFL SIG_ERR SIG_IGN SIG_SETMASK SIG_UNBLOCK SING "
    "SIZE_MAX SI_ASYNCIO SI_ASYNCNL SI_DETHREAD SI_KERNEL SI_MESGQ SI_QUEUE SI_SIGIO SI_TIMER SI_TKILL "
    "SI_USER SSIZE_MAX SS_DISABLE SS_ONSTACK TIMER_ABSTIME TIME_UTC TLOSS TMP_MAX TSS_DTOR_ITERATIONS "
    "TTY_NAME_MAX UCHAR_MAX UINT16_MAX UINT32_MAX UINT64_MAX UINT8_MAX UINTMAX_MAX UINTPTR_MAX UINT_MAX "
    "ULLONG_MAX ULONG_MAX UNDERFLOW USHRT_MAX WCHAR_MAX WCHAR_MIN WCONTINUED WEOF WEXITED WINT_MAX "
    "WINT_MIN WNOHANG WNOWAIT WSTOPPED WUNTRACED W_OK X_OK assert complex errno i386 linux "
    "math_errhandling noreturn offsetof sa_handler sa_sigaction si_addr si_addr_lsb si_arch si_band "
    "si_call_addr si_fd si_int si_lower si_overrun si_pid si_pkey si_ptr si_status si_stime si_syscall "
    "si_timerid si_uid si_upper si_utime si_value stderr stdin stdout unix ";

// Names that the C library declares at global scope; families of names follow below.
constexpr std::string_view kFunctions =
    "FILE a64l abort abs accept access acos acosh alarm aligned_alloc alloca arc4random arc4random_buf "
    "arc4random_uniform asctime asin asinh asprintf at_quick_exit atan atan2 atanh atexit atof atoi atol "
    "basename bcmp bcopy bind blkcnt64_t blkcnt_t blksize_t brk bsearch btowc bzero caddr_t calloc "
    "canonicalize canonicalize_file_name cbrt ceil clearenv clearerr clock clockid_t clone close "
    "comparison_fn_t connect cookie_close_function_t cookie_io_functions_t cookie_read_function_t "
    "cookie_seek_function_t cookie_write_function_t copysign cos cosh cpu_set_t crypt ctermid ctime "
    "cuserid daddl daddr_t daylight ddivl dev_t dfmal difftime div div_t dmull double_t dprintf drand48 "
    "drand48_data drem dsqrtl dsubl dup duplocale dysize ecvt erand48 erf erfc error_t execl execv exit "
    "exp exp10 exp2 explicit_bzero expm1 fabs fadd fclose fcloseall fcvt fd_mask fd_set fdim fdiv fdopen "
    "feof ferror fflush ffma ffs ffsll fgetc fgetpos fgets fgetwc fgetws fileno finite float_t flockfile "
    "floor fma fmax fmaximum fmaximum_mag fmaximum_mag_num fmaximum_num fmaxmag fmemopen fmin fminimum "
    "fminimum_mag fminimum_mag_num fminimum_num fminmag fmod fmul fopen fopencookie fork fpos64_t fpos_t "
    "fprintf fputc fputs fputwc fputws fread free freelocale freopen frexp fromfp fromfpx fsblkcnt64_t "
    "fsblkcnt_t fscanf fseek fseeko fsetpos fsfilcnt64_t fsfilcnt_t fsid_t fsqrt fsub ftell ftello "
    "ftrylockfile funlockfile fwide fwprintf fwrite fwscanf gamma gcvt getc getchar getcpu getdate "
    "getdate_err getdelim getenv getline getloadavg getopt getpayload getpid getpt getsubopt getw getwc "
    "getwchar gid_t gmtime grantpt hypot id_t ilogb index initstate ino64_t ino_t int16_t int32_t int64_t "
    "int8_t int_fast16_t int_fast32_t int_fast64_t int_fast8_t int_least16_t int_least32_t int_least64_t "
    "int_least8_t intmax_t intptr_t ioctl isalnum isalpha isascii isblank iscanonical iscntrl isctype "
    "isdigit iseqsig isgraph isinff isinfl islower isnanf isnanl isprint ispunct issignaling isspace "
    "isupper iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct "
    "iswspace iswupper iswxdigit isxdigit iszero itimerspec j0 j1 jn jrand48 key_t kill l64a labs lcong48 "
    "lconv ldexp ldiv ldiv_t lgamma lgammaf_r lgammal_r link listen llabs lldiv lldiv_t llogb llrint "
    "llround locale_t localeconv localtime lockf loff_t log log10 log1p log2 logb lrand48 lrint lround "
    "malloc max_align_t mblen mbrlen mbrtowc mbsinit mbsnrtowcs mbsrtowcs mbstate_t mbstowcs mbtowc "
    "memccpy memchr memcmp memcpy memfrob memmem memmove mempcpy memrchr memset mkdtemp mkostemp "
    "mkostemps mkstemp mkstemps mktemp mktime mode_t modf mrand48 nan nanosleep nearbyint newlocale "
    "nextafter nextdown nexttoward nextup nice nlink_t nrand48 obstack obstack_printf obstack_vprintf "
    "off64_t off_t on_exit open open_memstream open_wmemstream pause pclose perror pid_t pipe poll popen "
    "posix_memalign posix_openpt pow printf program_invocation_name program_invocation_short_name pselect "
    "ptrdiff_t ptsname putc putchar putenv puts putw putwc putwchar qecvt qfcvt qgcvt qsort quad_t "
    "quick_exit raise rand random random_data rawmemchr read realloc reallocarray realpath recv "
    "register_t remainder remove remquo rename renameat renameat2 rewind rindex rint round roundeven "
    "rpmatch scalb scalbln scalbn scanf secure_getenv seed48 select send setbuf setbuffer setenv "
    "setlinebuf setlocale setns setpayload setpayloadsig setstate setvbuf shutdown sigabbrev_np "
    "sigdescr_np sigevent signal signgam significand sigset_t sin sincos sinh size_t sleep snprintf "
    "socket sprintf sqrt srand srand48 srandom sscanf ssize_t stat stpcpy stpncpy strcasecmp strcasestr "
    "strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup strerror strerrordesc_np "
    "strerrorname_np strfromd strfromf strfroml strfry strftime strlen strncasecmp strncat strncmp "
    "strncpy strndup strnlen strpbrk strptime strrchr strsep strsignal strspn strstr strtod strtof strtok "
    "strtol strtold strtoll_l strtoq strtoul strtoull_l strtouq strverscmp strxfrm suseconds_t swab "
    "swprintf swscanf sync system tan tanh tempnam tgamma time time_t timegm timelocal timespec "
    "timespec_get timespec_getres timeval timex timezone tm tmpfile tmpnam toascii tolower totalorder "
    "totalordermag toupper towctrans towlower towupper trunc truncate tzname tzset u_char u_int u_int16_t "
    "u_int32_t u_int64_t u_int8_t u_long u_quad_t u_short ufromfp ufromfpx uid_t uint uint16_t uint32_t "
    "uint64_t uint8_t uint_fast16_t uint_fast32_t uint_fast64_t uint_fast8_t uint_least16_t "
    "uint_least32_t uint_least64_t uint_least8_t uintmax_t uintptr_t ulong umask ungetc ungetwc unlink "
    "unlockpt unsetenv unshare useconds_t uselocale ushort usleep va_list valloc vasprintf vdprintf "
    "vfprintf vfscanf vfwprintf vfwscanf vprintf vscanf vsnprintf vsprintf vsscanf vswprintf vswscanf "
    "vwprintf vwscanf wait wcpcpy wcpncpy wcrtomb wcscasecmp wcscat wcschr wcschrnul wcscmp wcscoll "
    "wcscpy wcscspn wcsdup wcsftime wcslen wcsncasecmp wcsncat wcsncmp wcsncpy wcsnlen wcsnrtombs wcspbrk "
    "wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstok wcstol wcstold wcstoll_l wcstombs wcstoq "
    "wcstoul wcstoull_l wcstouq wcswcs wcswidth wcsxfrm wctob wctomb wctrans wctrans_t wctype wctype_t "
    "wcwidth wint_t wmemchr wmemcmp wmemcpy wmemmove wmempcpy wmemset wprintf write wscanf y0 y1 yn ";

// Names that a generated header declares inside of the robot's namespace, or that every program has outside
// of it.
constexpr std::string_view kOwn = "Frame Link Robot Scalar detail main";

using WordSet = std::set<std::string_view>;

WordSet words(std::string_view text) {
  WordSet result;
  for (const Token& token : split_words(text)) result.insert(token.text);
  return result;
}

}  // namespace

bool is_c_reserved(std::string_view name) {
  static const WordSet kKnown = [] {
    WordSet known = words(kKeywords);
    known.merge(words(kMacros));
    return known;
  }();
  return kKnown.contains(name);
}

bool is_c_global(std::string_view name) {
  static const WordSet kKnown = [] {
    WordSet known = words(kFunctions);
    known.merge(words(kOwn));
    return known;
  }();
  constexpr std::array<std::string_view, 4> kFamilies = {"pthread_", "sched_", "timer_", "clock_"};
  if (kKnown.contains(name) ||
      std::any_of(kFamilies.begin(), kFamilies.end(), [&](auto family) { return name.starts_with(family); }))
    return true;
  // sinf, sinl, sinf32x, lgamma_r, lseek64, strtoll_l
  constexpr std::array<std::string_view, 10> kVariants = {"f",    "l",  "f32", "f32x", "f64",
                                                          "f64x", "64", "_r",  "_l",   "_unlocked"};
  return std::any_of(kVariants.begin(), kVariants.end(), [&](std::string_view variant) {
    return name.ends_with(variant) && kKnown.contains(name.substr(0, name.size() - variant.size()));
  });
}

}  // namespace romas
