#include "driver/inputs/wing_profiles.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <variant>

#include "driver/host/run_program.h"
#include "frontend/airfoil/xfoil_polar.h"
#include "support/text/rounded_number.h"
#include "support/text/text.h"

namespace romas::driver {

namespace {

class ProfileFinder {
 public:
  ProfileFinder(const FileSearch& search, std::uint64_t max_bytes, Stage& stage)
      : search_(search), max_bytes_(max_bytes), stage_(stage) {}

  WingProfile find(const Wing& wing, SourceRange place) {
    WingProfile named = named_profile(wing);
    if (!names_profile_file(wing.profile)) return named;
    if (is_of_matlab(wing) && mat_reader().empty())
      return unknown(
          concat(without_own_program(kMatReader, "libmatio-dev"),
                 "; MATLAB and Octave write the splines of a .mat file as a polar, to be named in its place: "
                 "load('",
                 wing.profile,
                 "'); a = (-90:90)'; f = fopen('wing.polar', 'w'); fprintf(f, 'alpha CL CD CM\\n'); "
                 "fprintf(f, '%g %g %g "
                 "%g\\n', [a ppval(CLSpline, a) ppval(CDSpline, a) ppval(CMSpline, a)]'); fclose(f)"));
    return of_file(wing, place);
  }

 private:
  static WingProfile unknown(std::string why) {
    WingProfile profile;
    profile.why_not = std::move(why);
    return profile;
  }

  static bool is_of_matlab(const Wing& wing) { return to_lower(wing.profile).ends_with(".mat"); }
  static constexpr const char* kMatReader = "romas-mat-reader";
  static std::string mat_reader() { return own_program(kMatReader); }

  WingProfile of_file(const Wing& wing, SourceRange place) {
    const FileLookup found = look_up_file(wing.profile, search_);
    if (found.outcome != FileLookup::Outcome::found)
      return unknown(
          concat("there is no file '", wing.profile, "'",
                 found.path.empty() ? std::string() : concat(" (looked for at '", found.path, "')")));
    SourceManager::ReadError error;
    FileId file = stage_.sources.read_file(found.path, error, max_bytes_);
    if (file == 0) return unknown(concat("'", found.path, "' cannot be read: ", error.reason));
    if (std::ranges::find(stage_.files_read, found.path) == stage_.files_read.end())
      stage_.files_read.push_back(found.path);
    if (is_of_matlab(wing)) {
      ProgramText polar = text_of_program({mat_reader(), found.path}, max_bytes_);
      if (polar.status != 0)
        return unknown(concat("'", wing.profile, "' cannot be read: ",
                              polar.status == 1 ? trim(polar.text) : std::string_view("its reader failed")));
      file = stage_.sources.add_text(concat(found.path, ".polar"), std::move(polar.text));
    }
    const auto read = read_xfoil_polars(file, stage_.sources);
    if (const auto* problem = std::get_if<PolarProblem>(&read))
      return {std::nullopt, concat("'", wing.profile, "' is not a usable polar"), problem->range,
              problem->reason};
    return chosen(wing, place, std::get<std::vector<AirfoilPolar>>(read));
  }

  // Takes the polar at the wing's Reynolds number from the polars of a file.
  WingProfile chosen(const Wing& wing, SourceRange place, const std::vector<AirfoilPolar>& polars) {
    const double speed = wing.nominal_speed ? wing.nominal_speed->value() : 0;
    const double chord = wing.chord ? wing.chord->value() : 0;
    const double reynolds = speed * chord / kAirViscosity;
    Airfoil airfoil;
    airfoil.polar = polars.front();
    if (polars.size() > 1) {
      if (polars.front().reynolds <= 0)
        return {
            std::nullopt,
            concat("'", wing.profile, "' has several polars, but does not give the Reynolds number of each"),
            {}};
      if (!(reynolds > 0) || !std::isfinite(reynolds))
        return unknown(concat("'", wing.profile, "' has polars of ", polars.size(),
                              " Reynolds numbers; choose one by nominal_speed"));
      airfoil.polar = polar_at(polars, reynolds);
    }
    constexpr double kFar = 3;
    const double has = airfoil.polar->reynolds;
    if (reynolds > 0 && has > 0 && (reynolds > kFar * has || has > kFar * reynolds))
      stage_.diagnostics.report(Rule::value_approximated, place,
                                concat("the polar of '", wing.profile, "' is for the Reynolds number ",
                                       rounded_number(has, 2), ", but that at the nominal speed is ",
                                       rounded_number(reynolds, 2), "; the polar is used as it is"));
    return {std::move(airfoil), {}, {}, {}};
  }

  const FileSearch& search_;
  std::uint64_t max_bytes_;
  Stage& stage_;
};

}  // namespace

WingProfiles find_wing_profiles(const Model& model, const FileSearch& search, std::uint64_t max_bytes,
                                Stage& stage) {
  ProfileFinder finder(search, max_bytes, stage);
  WingProfiles profiles;
  for (const ForceElement& element : model.force_elements) {
    const auto* wing = std::get_if<Wing>(&element.force);
    profiles.push_back(wing == nullptr ? WingProfile() : finder.find(*wing, element.range));
  }
  return profiles;
}

}  // namespace romas::driver
