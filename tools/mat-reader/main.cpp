// romas-mat-reader FILE: the splines CLSpline, CDSpline and CMSpline of a MAT file, as a polar of a row a
// degree.
//
// MATIO reads the file. This is a program of its own, so that a file which harms its reader harms nobody
// else, and the library is opened at run time, so that nothing else needs it. A spline is what MATLAB and
// Octave evaluate by ppval: breaks in degrees, and a row of coefficients for each piece, the highest power
// first.
#include <dlfcn.h>
#include <fcntl.h>
#include <matio.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr rlim_t kMostMemory = rlim_t{1} << 30, kMostSeconds = 10;
constexpr double kTurn = 360;

std::FILE* errors = stderr;
bool is_hdf5 = false;

[[noreturn]] void fail(const std::string& reason) {
  std::fputs(reason.c_str(), errors);
  if (is_hdf5)
    std::fputs(
        "; the file has MATLAB's version 7.3: 'save -v7' of MATLAB writes the form that is read everywhere",
        errors);
  std::fflush(errors);
  std::_Exit(1);
}

// HDF5 tells what it cannot read on the standard error that the compiler reads: it is closed to the library.
void quiet_libraries() {
  const int own = ::dup(STDERR_FILENO), nothing = ::open("/dev/null", O_WRONLY);
  if (own < 0 || nothing < 0) return;
  if (std::FILE* const stream = ::fdopen(own, "w")) errors = stream;
  ::dup2(nothing, STDERR_FILENO);
}

// MAT files of version 7.3 are HDF5 behind a head of 512 bytes.
bool is_of_hdf5(const char* path) {
  std::array<char, 520> head = {};
  std::FILE* const file = std::fopen(path, "rb");
  if (file == nullptr) return false;
  const bool whole = std::fread(head.data(), 1, head.size(), file) == head.size();
  std::fclose(file);
  return whole && std::string_view(head.data() + 512, 8) == "\x89HDF\r\n\x1a\n";
}

// The functions of the library that are used.
struct Library {
  void* handle = ::dlopen(ROMAS_MATIO_LIBRARY, RTLD_NOW | RTLD_LOCAL);

  template <class Function>
  Function* find(const char* name) const {
    void* found = handle == nullptr ? nullptr : ::dlsym(handle, name);
    if (found == nullptr) fail("the library MATIO is not installed");
    return reinterpret_cast<Function*>(found);
  }
};
#define MATIO(name) matio.find<decltype(name)>(#name)

struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> values;  // column by column
};

Matrix field(const Library& matio, matvar_t& spline, const char* name) {
  const matvar_t* const found = MATIO(Mat_VarGetStructFieldByName)(&spline, name, 0);
  const std::string which = std::string(spline.name) + "." + name;
  if (found == nullptr) fail(std::string(spline.name) + " is no spline of ppval: it has no " + name);
  if (found->class_type != MAT_C_DOUBLE || found->isComplex != 0 || found->rank != 2 ||
      found->data == nullptr)
    fail(which + " is no matrix of real numbers");
  Matrix matrix{found->dims[0], found->dims[1], {}};
  const std::size_t count = found->nbytes / sizeof(double);
  if (matrix.rows == 0 || matrix.columns == 0 || matrix.columns > count / matrix.rows)
    fail(which + " is shorter than it says");
  const auto* const values = static_cast<const double*>(found->data);
  matrix.values.assign(values, values + matrix.rows * matrix.columns);
  if (!std::all_of(matrix.values.begin(), matrix.values.end(), [](double x) { return std::isfinite(x); }))
    fail(which + " has a number that is not finite");
  return matrix;
}

class Spline {
 public:
  Spline(const Library& matio, mat_t* file, const char* name) {
    matvar_t* const read = MATIO(Mat_VarRead)(file, name);
    if (read == nullptr) fail(std::string("it has no ") + name);
    if (read->class_type != MAT_C_STRUCT) fail(std::string(name) + " is no spline of ppval");
    breaks_ = field(matio, *read, "breaks").values;
    coefficients_ = field(matio, *read, "coefs");
    if (breaks_.size() < 2 || coefficients_.rows != breaks_.size() - 1 || coefficients_.columns == 0)
      fail(std::string(name) + ".coefs has not a row for each piece between two breaks");
    if (std::adjacent_find(breaks_.begin(), breaks_.end(), [](double a, double b) { return !(a < b); }) !=
        breaks_.end())
      fail(std::string(name) + ".breaks do not rise");
    MATIO(Mat_VarFree)(read);
  }
  double begin() const { return breaks_.front(); }
  double end() const { return breaks_.back(); }
  double operator()(double at) const {
    const auto behind = std::upper_bound(breaks_.begin() + 1, breaks_.end() - 1, at);
    const auto piece = static_cast<std::size_t>(behind - breaks_.begin() - 1);
    double value = 0;
    for (std::size_t k = 0; k < coefficients_.columns; ++k)
      value = value * (at - breaks_[piece]) + coefficients_.values[k * coefficients_.rows + piece];
    return value;
  }

 private:
  std::vector<double> breaks_;
  Matrix coefficients_;
};

}  // namespace

int main(int count, char** words) {
  if (count != 2) fail("usage: romas-mat-reader FILE\n");
#ifndef __SANITIZE_ADDRESS__
  const rlimit memory{kMostMemory, kMostMemory};
  ::setrlimit(RLIMIT_AS, &memory);
#endif
  const rlimit seconds{kMostSeconds, kMostSeconds};
  ::setrlimit(RLIMIT_CPU, &seconds);
  quiet_libraries();
  is_hdf5 = is_of_hdf5(words[1]);
  const Library matio;
  mat_t* const file = MATIO(Mat_Open)(words[1], MAT_ACC_RDONLY);
  if (file == nullptr) fail("it is no MAT file");
  const std::array<Spline, 3> splines = {
      {{matio, file, "CLSpline"}, {matio, file, "CDSpline"}, {matio, file, "CMSpline"}}};
  MATIO(Mat_Close)(file);
  double begin = -kTurn, end = kTurn;
  for (const Spline& spline : splines) {
    begin = std::max(begin, spline.begin());
    end = std::min(end, spline.end());
  }
  if (!(begin < end)) fail("its splines share no angles");
  std::puts("alpha CL CD CM");
  for (double at = begin; at <= end; at = at < end ? std::min(std::floor(at) + 1, end) : end + 1)
    std::printf("%.17g %.17g %.17g %.17g\n", at, splines[0](at), splines[1](at), splines[2](at));
  return std::fflush(stdout) == 0 ? 0 : 2;
}
