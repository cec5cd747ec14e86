#!/usr/bin/env bash
# Somebody who takes what work there is: a Rails shop and a gem, a .NET solution,
# a Flutter app, a Phoenix chat, an Android app in Kotlin and a Swift package; on
# Debian, with containers, a database and some machines over ssh. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo work/bookshop
put README.md config.ru db/{seeds,schema}.rb db/migrate/{20240110093000_create_books,20240211101500_create_orders,20240903140000_add_isbn_to_books}.rb \
  app/models/{book,order,author}.rb app/controllers/{application,books,orders}_controller.rb app/jobs/import_job.rb \
  app/views/books/{index,show}.html.erb app/javascript/application.js config/{routes,application,old_schedule}.rb config/{database,sidekiq}.yml \
  config/environments/{development,test,staging,production}.rb spec/{spec,rails}_helper.rb spec/factories/books.rb docs/deploy.md \
  public/{404.html,robots.txt} .rspec .env.example
cat >Gemfile <<'T'
source "https://rubygems.org"
ruby "3.3.5"
gem "rails", "~> 7.2"
gem "pg", "~> 1.5"
gem "puma"
gem "sidekiq"
group :development, :test do
  gem "rspec-rails"
  gem "factory_bot_rails"
end
group :development do
  gem "rubocop", require: false
  gem "capistrano"
end
T
cat >Gemfile.lock <<'T'
GEM
  remote: https://rubygems.org/
  specs:
    capistrano (3.19.1)
      rake (>= 10.0.0)
    factory_bot_rails (6.4.3)
    pg (1.5.8)
    puma (6.4.2)
    rack (3.1.7)
    rails (7.2.1)
      rack (>= 2.2.4)
    rake (13.2.1)
    rspec-rails (7.0.1)
    rubocop (1.66.1)
    sidekiq (7.3.2)

PLATFORMS
  x86_64-linux

DEPENDENCIES
  capistrano
  factory_bot_rails
  pg (~> 1.5)
  puma
  rails (~> 7.2)
  rspec-rails
  rubocop
  sidekiq
T
printf 'require_relative "config/application"\nRails.application.load_tasks\n' >Rakefile
mkdir -p lib/tasks config/deploy bin
cat >lib/tasks/catalog.rake <<'T'
namespace :catalog do
  desc "Import the catalogue of the wholesaler"
  task import: :environment do
  end

  desc "Reindex the search"
  task :reindex => :environment do
  end
end
T
printf 'namespace :reports do\n  desc "Mail the sales of yesterday"\n  task daily: :environment do\n  end\nend\n\ndesc "Check links of covers"\ntask :covers do\nend\n' >lib/tasks/reports.rake
printf 'require "capistrano/setup"\nrequire "capistrano/deploy"\n' >Capfile
put config/deploy.rb config/deploy/{staging,production}.rb
mkdir -p spec/models spec/requests
printf 'RSpec.describe Book do\n  it "has an isbn" do\n  end\n\n  describe "#price" do\n    it "rounds half up" do\n    end\n  end\nend\n' >spec/models/book_spec.rb
printf 'RSpec.describe Order do\n  it "sums its lines" do\n  end\nend\n' >spec/models/order_spec.rb
printf 'RSpec.describe "Orders" do\n  it "needs a login" do\n  end\nend\n' >spec/requests/orders_spec.rb
for name in rails rake rspec setup dev; do printf '#!/bin/sh\nexit 0\n' >bin/$name; chmod +x bin/$name; done
printf 'web: bin/rails server -p 3000\njobs: bundle exec sidekiq\ncss: yarn build:css --watch\n' >Procfile.dev
printf 'web: bin/rails server\njobs: bundle exec sidekiq\n' >Procfile
cat >compose.yaml <<'T'
services:
  pg:
    image: postgres:16
  redis:
    image: redis:7
  mailcatcher:
    image: sj26/mailcatcher
volumes:
  pgdata:
T
printf '3.3.5\n' >.ruby-version
printf 'AllCops:\n  NewCops: enable\n' >.rubocop.yml
printf 'log/\ntmp/\nnode_modules/\n.env\n' >.gitignore
commit 'Open the shop'
git push -qu origin main
branches feature/wishlist feature/gift-cards bugfix/price-rounding
for subject in 'orders: total with tax' 'books: index on isbn' 'jobs: retry imports' 'deploy: keep five releases'; do
  echo "# $subject" >>app/models/order.rb
  commit "$subject"
done
git push -q
git tag v3.1.0 HEAD~3
git tag v3.2.0 HEAD~1
mkdir -p log tmp && put log/{development,test,sidekiq}.log tmp/restart.txt .env
echo '# later' >>app/models/author.rb
git stash -qm 'authors: biographies'
echo '# vat' >>app/models/order.rb
echo '# page' >>app/controllers/books_controller.rb
git add app/controllers/books_controller.rb
rm config/old_schedule.rb
put app/models/voucher.rb db/migrate/20241119080000_create_vouchers.rb

repo work/isbn
put README.md CHANGELOG.md LICENSE lib/isbn.rb lib/isbn/{version,checksum,range}.rb test/test_helper.rb exe/isbn sig/isbn.rbs
printf 'Gem::Specification.new do |spec|\n  spec.name = "isbn"\n  spec.version = "0.3.1"\n  spec.add_dependency "nokogiri"\nend\n' >isbn.gemspec
printf 'source "https://rubygems.org"\ngemspec\ngem "minitest"\ngem "yard"\n' >Gemfile
printf 'require "bundler/gem_tasks"\nrequire "minitest/test_task"\n\nMinitest::TestTask.create\n\nnamespace :ranges do\n  desc "Fetch the ranges"\n  task :fetch do\n  end\nend\n\ntask default: :test\n' >Rakefile
printf 'class ChecksumTest < Minitest::Test\n  def test_ten_digits\n  end\n\n  def test_x_at_the_end\n  end\nend\n' >test/checksum_test.rb
printf 'class RangeTest < Minitest::Test\n  def test_group\n  end\nend\n' >test/range_test.rb
printf 'pkg/\n*.gem\n' >.gitignore
chmod +x exe/isbn
commit 'Check a number'
git push -qu origin main
branches thirteen-digits
git tag v0.3.0
echo '# ranges' >>lib/isbn/range.rb
commit 'Add the ranges'
git tag v0.3.1
mkdir -p pkg && put pkg/isbn-0.3.{0,1}.gem

repo work/Shipping
put README.md Directory.Build.props nuget.config src/Shipping.Api/{Program.cs,appsettings.json,appsettings.Staging.json,Dockerfile} \
  src/Shipping.Api/Controllers/{Rates,Parcels}Controller.cs src/Shipping.Core/{Rate,Parcel}.cs src/Shipping.Worker/Program.cs \
  docs/api.md http/rates.http
mkdir -p src/Shipping.Core/Migrations
cat >src/Shipping.Api/Shipping.Api.csproj <<'T'
<Project Sdk="Microsoft.NET.Sdk.Web">
  <PropertyGroup>
    <TargetFramework>net8.0</TargetFramework>
  </PropertyGroup>
  <ItemGroup>
    <PackageReference Include="Serilog.AspNetCore" Version="8.0.2" />
    <PackageReference Include="Swashbuckle.AspNetCore" Version="6.7.3" />
    <ProjectReference Include="..\Shipping.Core\Shipping.Core.csproj" />
  </ItemGroup>
</Project>
T
printf '<Project Sdk="Microsoft.NET.Sdk">\n  <PropertyGroup>\n    <TargetFrameworks>net8.0;netstandard2.1</TargetFrameworks>\n  </PropertyGroup>\n  <ItemGroup>\n    <PackageReference Include="Dapper" Version="2.1.35" />\n  </ItemGroup>\n</Project>\n' >src/Shipping.Core/Shipping.Core.csproj
printf 'public partial class Initial : Migration\n{\n}\n' >src/Shipping.Core/Migrations/20240301080000_Initial.cs
printf 'public partial class AddParcels : Migration\n{\n}\n' >src/Shipping.Core/Migrations/20240815093000_AddParcels.cs
printf '<Project Sdk="Microsoft.NET.Sdk.Worker">\n</Project>\n' >src/Shipping.Worker/Shipping.Worker.csproj
mkdir -p tests/Shipping.Core.Tests src/Shipping.Api/Properties .config
printf '<Project Sdk="Microsoft.NET.Sdk">\n  <ItemGroup>\n    <PackageReference Include="xunit" Version="2.9.0" />\n  </ItemGroup>\n</Project>\n' >tests/Shipping.Core.Tests/Shipping.Core.Tests.csproj
printf 'public class RateTests\n{\n    [Fact]\n    public void RoundsUp()\n    {\n    }\n\n    [Fact]\n    public void RefusesWeightZero()\n    {\n    }\n}\n' >tests/Shipping.Core.Tests/RateTests.cs
cat >src/Shipping.Api/Properties/launchSettings.json <<'T'
{
  "profiles": {
    "http": {"commandName": "Project", "applicationUrl": "http://localhost:5080"},
    "https": {"commandName": "Project", "applicationUrl": "https://localhost:5443"},
    "staging": {"commandName": "Project", "environmentVariables": {"ASPNETCORE_ENVIRONMENT": "Staging"}}
  }
}
T
printf '{"version": 1, "isRoot": true, "tools": {\n  "dotnet-ef": {"version": "8.0.8", "commands": ["dotnet-ef"]},\n  "csharpier": {"version": "0.29.1", "commands": ["dotnet-csharpier"]}}}\n' >.config/dotnet-tools.json
printf '{"sdk": {"version": "8.0.401"}}\n' >global.json
{
  printf 'Microsoft Visual Studio Solution File, Format Version 12.00\n'
  for name in src/Shipping.Api src/Shipping.Core src/Shipping.Worker tests/Shipping.Core.Tests; do
    printf 'Project("{FAE04EC0-301F-11D3-BF4B-00C04F79EFBC}") = "%s", "%s", "{0}"\nEndProject\n' \
      "${name##*/}" "${name//\//\\}\\${name##*/}.csproj"
  done
} >Shipping.sln
printf 'bin/\nobj/\nartifacts/\n*.user\n' >.gitignore
commit 'Ask for a rate'
git push -qu origin main
branches feature/labels fix/zero-weight
echo '// zones' >>src/Shipping.Core/Rate.cs
commit 'Rates by zone'
git worktree add -q "$HOME/work/Shipping-hotfix" fix/zero-weight
mkdir -p artifacts && put artifacts/Shipping.Core.1.4.0.nupkg
echo '// insured' >>src/Shipping.Core/Parcel.cs
put src/Shipping.Core/Zone.cs

repo work/tracker_app
put README.md analysis_options.yaml l10n.yaml lib/{main,main_staging,app}.dart lib/screens/{home,map,login}.dart lib/models/{trip,point}.dart \
  lib/l10n/app_{en,de}.arb test/{widget,trip}_test.dart test/screens/map_test.dart integration_test/{login,recording}_test.dart test_driver/integration_test.dart \
  assets/icons/{pin,trip}.svg ios/Podfile ios/Runner/Info.plist web/index.html linux/CMakeLists.txt tool/{bump_version,gen_icons}.dart
cat >pubspec.yaml <<'T'
name: tracker_app
version: 2.4.0+81
environment:
  sdk: ^3.5.0
dependencies:
  flutter:
    sdk: flutter
  http: ^1.2.0
  provider: ^6.1.0
  geolocator: ^13.0.0
dev_dependencies:
  flutter_test:
    sdk: flutter
  build_runner: ^2.4.0
  mocktail: ^1.0.0
  flutter_launcher_icons: ^0.14.0
flutter:
  assets:
  - assets/icons/
T
printf '{"flutter": "3.24.3"}\n' >.fvmrc
printf 'packages:\n  http:\n    version: "1.2.2"\n' >pubspec.lock
mkdir -p android/app
printf "include ':app'\n" >android/settings.gradle
cat >android/app/build.gradle <<'T'
android {
    namespace "org.example.tracker"
    flavorDimensions "env"
    productFlavors {
        dev { dimension "env"; applicationIdSuffix ".dev" }
        prod { dimension "env" }
    }
}
T
printf '.dart_tool/\nbuild/\n' >.gitignore
commit 'Draw the map'
git push -qu origin main
branches feature/offline-tiles feature/export-gpx
for subject in 'map: follow the position' 'trips: sort by day'; do
  echo "// $subject" >>lib/screens/map.dart
  commit "$subject"
done
mkdir -p build/app/outputs/flutter-apk && put build/app/outputs/flutter-apk/app-{dev-debug,prod-release}.apk
echo '// zoom' >>lib/screens/map.dart
echo 'key' >>lib/l10n/app_de.arb

repo work/chat
put README.md lib/chat.ex lib/chat/{accounts,rooms,repo,application}.ex lib/chat_web/{router,endpoint}.ex lib/chat_web/live/{room,lobby}_live.ex \
  config/{config,dev,test,prod,runtime}.exs priv/repo/migrations/{20240101000000_create_users,20240202000000_create_rooms}.exs priv/repo/seeds.exs \
  assets/js/app.js assets/css/app.css test/test_helper.exs test/support/{data,conn}_case.ex .formatter.exs Dockerfile
cat >mix.exs <<'T'
defmodule Chat.MixProject do
  use Mix.Project

  def project do
    [app: :chat, version: "0.7.0", aliases: aliases(), deps: deps()]
  end

  defp deps do
    [
      {:phoenix, "~> 1.7"},
      {:phoenix_live_view, "~> 1.0"},
      {:ecto_sql, "~> 3.12"},
      {:postgrex, ">= 0.0.0"},
      {:oban, "~> 2.18"},
      {:credo, "~> 1.7", only: [:dev, :test]}
    ]
  end

  defp aliases do
    [
      setup: ["deps.get", "ecto.setup", "assets.setup"],
      "ecto.setup": ["ecto.create", "ecto.migrate", "run priv/repo/seeds.exs"],
      "assets.deploy": ["tailwind chat --minify", "phx.digest"],
      ci: ["format --check-formatted", "credo", "test"]
    ]
  end
end
T
mkdir -p test/chat test/chat_web
printf 'defmodule Chat.RoomsTest do\n  use Chat.DataCase\n\n  test "opens a room" do\n  end\n\n  @tag :slow\n  test "closes an empty room" do\n  end\nend\n' >test/chat/rooms_test.exs
put test/chat/accounts_test.exs test/chat_web/lobby_live_test.exs mix.lock
printf '_build/\ndeps/\n' >.gitignore
commit 'Open a room'
git push -qu origin main
branches presence
echo '# ours' >>lib/chat/rooms.ex
commit 'rooms: topics'
git checkout -qb typing-marks HEAD~1
echo '# theirs' >>lib/chat/rooms.ex
commit 'rooms: who is typing'
git rebase -q main >/dev/null 2>&1 || true

repo work/pocket-android
put README.md gradle.properties gradlew.bat gradle/libs.versions.toml gradle/wrapper/gradle-wrapper.properties \
  app/src/main/AndroidManifest.xml app/src/main/java/org/example/pocket/{MainActivity,Ledger}.kt app/src/free/res/values/strings.xml \
  app/src/paid/res/values/strings.xml core/data/src/main/kotlin/Store.kt core/ui/src/main/kotlin/Theme.kt fastlane/Appfile keystore/debug.keystore
mkdir -p app/src/test/java/org/example/pocket
printf 'package org.example.pocket\n\nclass LedgerTest {\n    @Test\n    fun balance() {}\n}\n' >app/src/test/java/org/example/pocket/LedgerTest.kt
printf 'rootProject.name = "pocket"\ninclude(":app")\ninclude(":core:data", ":core:ui")\n' >settings.gradle.kts
cat >app/build.gradle.kts <<'T'
plugins { id("com.android.application") }
android {
    namespace = "org.example.pocket"
    buildTypes {
        release { isMinifyEnabled = true }
        create("benchmark") { }
    }
    flavorDimensions += "tier"
    productFlavors {
        create("free") { applicationIdSuffix = ".free" }
        create("paid") { }
    }
}
tasks.register("printVersion") { }
T
printf 'plugins { kotlin("android") }\n' | tee build.gradle.kts core/data/build.gradle.kts >core/ui/build.gradle.kts
printf 'default_platform(:android)\nplatform :android do\n  desc "To the testers"\n  lane :beta do\n  end\n\n  lane :release do\n  end\nend\n' >fastlane/Fastfile
printf '#!/bin/sh\nexit 0\n' >gradlew
chmod +x gradlew
printf '.gradle/\nbuild/\nlocal.properties\n' >.gitignore
commit 'Count the coins'
git push -qu origin main
branches widgets
mkdir -p app/build/outputs/apk/free/debug && put app/build/outputs/apk/free/debug/app-free-debug.apk
echo '// currency' >>app/src/main/java/org/example/pocket/Ledger.kt

repo work/Compass
put README.md Sources/Compass/{Bearing,Declination}.swift Sources/compass-cli/main.swift Tests/CompassTests/DeclinationTests.swift .swiftlint.yml
printf 'import XCTest\n\nfinal class BearingTests: XCTestCase {\n    func testNorth() {\n    }\n\n    func testWrapsAround() {\n    }\n}\n' >Tests/CompassTests/BearingTests.swift
cat >Package.swift <<'T'
// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "Compass",
    products: [
        .library(name: "Compass", targets: ["Compass"]),
        .executable(name: "compass-cli", targets: ["compass-cli"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        .target(name: "Compass"),
        .executableTarget(name: "compass-cli", dependencies: ["Compass"]),
        .testTarget(name: "CompassTests", dependencies: ["Compass"]),
    ]
)
T
printf '.build/\n' >.gitignore
commit 'Find north'
git push -qu origin main
branches grid-north

cd "$HOME"
mkdir -p .ssh Downloads dumps Pictures notes scripts .config/systemd/user .rbenv/versions/{3.2.4,3.3.5} .nuget
cat >.ssh/config <<'T'
Host shop-web shop-jobs
  HostName 203.0.113.20
  User deploy
Host ci-runner
  HostName 10.8.0.4
Host nas
  User robin
Host *
  ServerAliveInterval 30
T
put .ssh/{id_ed25519,id_ed25519.pub,known_hosts} .bashrc .gemrc .irbrc .tool-versions Downloads/{invoice-0917.pdf,covers.zip,android-studio.tar.gz,dbeaver.deb,plantuml.jar,rates.json,books.csv,trip.gpx} \
  dumps/shop-1118.dump dumps/chat-1118.sql dumps/shop-1117.sql.gz Pictures/{map.png,icon.svg} notes/{todo,clients}.md scripts/{backup.sh,rename.rb,report.exs}
: >.ssh/known_hosts
chmod +x scripts/backup.sh
for unit in sidekiq.service backup.timer backup.service; do
  printf '[Unit]\nDescription=%s\n' "$unit" >.config/systemd/user/$unit
done
program docker 'case "$*" in
*ps*) printf "bookshop-pg-1\nbookshop-redis-1\nchat-db\n";;
*images*|*image*ls*) printf "shipping-api:dev\npostgres:16\nredis:7\n";;
*volume*ls*) printf "bookshop_pgdata\nchat_data\n";;
*network*ls*) printf "bridge\nbookshop_default\n";;
*"config --services"*) printf "pg\nredis\nmailcatcher\n";;
esac'
program systemctl 'case "$*" in
*--user*list-unit-files*) printf "sidekiq.service enabled enabled\nbackup.timer enabled enabled\nbackup.service static -\n";;
*--user*list-units*) printf "sidekiq.service loaded active running Jobs\nbackup.timer loaded active waiting Backup\n";;
*list-unit-files*) printf "postgresql.service enabled enabled\nssh.service enabled enabled\ndocker.service enabled enabled\ncups.service enabled enabled\n";;
*list-units*) printf "postgresql.service loaded active running Database\nssh.service loaded active running SSH\ndocker.service loaded active running Docker\ncups.service loaded failed failed Printer\n";;
esac'
program tmux 'case "$*" in *list-sessions*|ls*) printf "shop\nphone\n";; esac'
program psql 'case "$*" in *-l*|*datname*) printf "bookshop_development\nbookshop_test\nchat_dev\n";; esac'
program adb 'case "$*" in *devices*) printf "List of devices attached\nemulator-5554\tdevice\nR58M12ABCDE\tdevice\n";; esac'
program flutter 'case "$*" in
*devices*--machine*) printf "[{\"name\":\"sdk gphone64\",\"id\":\"emulator-5554\"},{\"name\":\"Linux\",\"id\":\"linux\"},{\"name\":\"Chrome\",\"id\":\"chrome\"}]\n";;
*devices*) printf "Found 3 connected devices:\n  sdk gphone64 (mobile) • emulator-5554 • android-x64    • Android 14 (API 34) (emulator)\n  Linux (desktop)       • linux         • linux-x64      • Debian\n  Chrome (web)          • chrome        • web-javascript • Google Chrome\n";;
*emulators*) printf "1 available emulator:\n\nId                    • Name                  • Manufacturer • Platform\n\nPixel_7_API_34        • Pixel 7 API 34        • Google       • android\n";;
pbu*) exit 64;;
esac'
program rbenv 'case "$*" in versions*) printf "3.2.4\n3.3.5\n";; esac'
program rails 'case "$1" in sevrer|db:migarte) exit 1;; esac'
program bundle 'case "$*" in *rpsec*) exit 127;; isntall) exit 15;; esac'
program dotnet 'case "$1" in biuld) exit 1;; esac'
program mix 'case "$1" in tset) exit 1;; esac'
program ssh 'case "$*" in *sohp-web*) exit 255;; esac'
program gh 'case "$*" in *"pr list"*) printf "412\tWishlist\n415\tGift cards\n";; esac'
programs ruby rake rspec rubocop gem irb erb cap foreman overmind sidekiq puma yarn npx node dart fvm iex elixir swift swiftlint gradle kotlinc \
  fastlane bundletool sdkmanager emulator scrcpy pod java redis-cli pg_dump pg_restore createdb dropdb journalctl sudo apt dpkg scp rsync curl jq \
  http unzip zip tar gzip gunzip code nvim vim xdg-open less watch htop lsof man nuget csharpier sqlite3 convert hivemind asdf mise
