#!/usr/bin/env bash
# A mobile developer: an Android app in Kotlin, a Flutter app with packages, a React
# Native app with Expo, a small backend in containers; phones and emulators, keys to
# sign with, screenshots and films for the stores, a Mac that builds. See ../play.
# shellcheck source=../lib.sh
. "${WORLDS:-$(dirname "$0")/..}/lib.sh"

repo lib/icons
put README.md parcel.svg van.svg colours.json
commit 'Draw the icons'
git push -qu origin main

repo apps/parcels
put README.md CHANGELOG.md gradle/libs.versions.toml app/proguard-rules.pro app/src/main/AndroidManifest.xml \
  app/src/main/java/org/parcels/{MainActivity,ParcelList,Tracking,Push}.kt app/src/main/res/values/{strings,themes,colors}.xml \
  app/src/test/java/org/parcels/{TrackingTest,PushTest}.kt app/src/androidTest/java/org/parcels/ListTest.kt \
  core/data/src/main/java/org/parcels/data/{Api,Store}.kt core/ui/src/main/java/org/parcels/ui/{Card,Theme}.kt \
  {app,core/data,core/ui}/build.gradle.kts gradle.properties lint.xml .editorconfig detekt.yml google-services.json scripts/{shots,bump}.sh
cat >settings.gradle.kts <<'T'
pluginManagement { repositories { google(); mavenCentral(); gradlePluginPortal() } }
rootProject.name = "parcels"
include(":app")
include(":core:data", ":core:ui")
T
cat >build.gradle.kts <<'T'
plugins {
    id("com.android.application") version "8.7.2" apply false
    id("org.jetbrains.kotlin.android") version "2.0.21" apply false
}
tasks.register("countStrings") { description = "Counts the strings to translate" }
T
cat >app/build.gradle.kts <<'T'
plugins {
    id("com.android.application")
    id("org.jetbrains.kotlin.android")
}
android {
    namespace = "org.parcels"
    compileSdk = 35
    defaultConfig { applicationId = "org.parcels.app"; minSdk = 26; versionCode = 412; versionName = "4.1.2" }
    buildTypes { release { isMinifyEnabled = true } }
}
T
cat >gradlew <<'T'
#!/bin/sh
case "$*" in
*mirgate*|*asembleDebug*) exit 1;;
*tasks*) printf 'Build tasks\n-----------\nassemble - Assemble main outputs for all the variants.\nassembleDebug - Assembles main outputs for variant debug\nassembleRelease - Assembles main outputs for variant release\nbundleRelease - Assembles bundle for variant release\n\nInstall tasks\n-------------\ninstallDebug - Installs the Debug build.\nuninstallAll - Uninstall all applications.\n\nVerification tasks\n------------------\nconnectedDebugAndroidTest - Installs and runs the tests for debug on connected devices.\nlintDebug - Run lint on the debug variant.\ntestDebugUnitTest - Run unit tests for the debug build.\n\nOther tasks\n-----------\ncountStrings - Counts the strings to translate\n';;
esac
T
chmod +x gradlew scripts/*.sh
put gradlew.bat gradle/wrapper/gradle-wrapper.properties
mkdir -p fastlane && cat >fastlane/Fastfile <<'T'
default_platform(:android)

platform :android do
  desc "Run the unit tests"
  lane :test do
    gradle(task: "testDebugUnitTest")
  end

  desc "Send a build to the testers"
  lane :beta do
    gradle(task: "bundleRelease")
    upload_to_play_store(track: "beta")
  end

  desc "Publish in the store"
  lane :deploy do
    upload_to_play_store
  end

  lane :screenshots do
    screengrab
  end
end
T
put fastlane/{Appfile,Screengrabfile,Pluginfile} fastlane/metadata/android/en-US/{title,full_description}.txt
printf 'source "https://rubygems.org"\ngem "fastlane"\ngem "danger"\n' >Gemfile
printf 'GEM\n  remote: https://rubygems.org/\n  specs:\n    danger (9.5.1)\n    fastlane (2.225.0)\n\nDEPENDENCIES\n  danger\n  fastlane\n' >Gemfile.lock
printf 'build/\n.gradle/\nlocal.properties\n*.jks\n' >.gitignore
git -c protocol.file.allow=always submodule --quiet add "$HOME/remotes/icons.git" third_party/icons
commit 'Track a parcel'
git push -qu origin main
branches feature/widget feature/dark-theme fix/push-token release/4.1
git worktree add -q ../parcels-4.1 release/4.1
for subject in 'Push: keep the token' 'List: pull to refresh' 'Tracking: a map'; do
  echo "// $subject" >>app/src/main/java/org/parcels/Tracking.kt
  commit "$subject"
done
git push -q
git tag v4.1.1 HEAD~2
git tag v4.1.2
echo '// try' >>core/ui/src/main/java/org/parcels/ui/Theme.kt
git stash -qm 'a darker theme'
mkdir -p app/build/outputs/{apk/{debug,release},bundle/release,mapping/release} app/release
put app/build/outputs/apk/debug/app-debug.apk app/build/outputs/apk/release/app-release-unsigned.apk \
  app/build/outputs/bundle/release/app-release.aab app/build/outputs/mapping/release/mapping.txt local.properties upload.jks
echo '// token' >>app/src/main/java/org/parcels/Push.kt
echo '<!-- ink -->' >>app/src/main/res/values/colors.xml
put app/src/main/java/org/parcels/Widget.kt
git add app/src/main/java/org/parcels/Widget.kt

repo apps/trails
put README.md CHANGELOG.md lib/{main,app,router}.dart lib/screens/{map,trail,profile}.dart lib/models/trail.dart test/{map_test,trail_test}.dart \
  integration_test/walk_test.dart assets/{hill.png,pin.svg} l10n/app_{en,de,fr}.arb ios/Runner/Info.plist ios/Runner.xcworkspace/contents.xcworkspacedata \
  android/app/build.gradle analysis_options.yaml l10n.yaml packages/api/lib/api.dart packages/geo/lib/geo.dart packages/api/test/api_test.dart \
  tool/{icons,release}.dart .fvmrc
cat >pubspec.yaml <<'T'
name: trails
publish_to: none
version: 2.3.0+118
environment:
  sdk: ^3.5.0
dependencies:
  flutter:
    sdk: flutter
  dio: ^5.7.0
  go_router: ^14.6.0
  flutter_map: ^7.0.0
dev_dependencies:
  build_runner: ^2.4.0
  flutter_lints: ^5.0.0
  melos: ^6.2.0
T
printf 'name: api\nenvironment:\n  sdk: ^3.5.0\ndependencies:\n  dio: ^5.7.0\n' >packages/api/pubspec.yaml
printf 'name: geo\nenvironment:\n  sdk: ^3.5.0\n' >packages/geo/pubspec.yaml
cat >melos.yaml <<'T'
name: trails
packages:
  - packages/*
scripts:
  analyze:
    exec: dart analyze .
  test:unit:
    run: melos exec -- flutter test
  gen:
    run: dart run build_runner build
T
printf '{"flutter": "3.24.5", "flavors": {}}\n' >.fvmrc
printf "platform :ios, '13.0'\ntarget 'Runner' do\n  use_frameworks!\n  pod 'Firebase/Messaging'\nend\n" >ios/Podfile
printf 'PODS:\n  - Firebase/Messaging (11.4.0)\n  - Flutter (1.0.0)\n\nDEPENDENCIES:\n  - Firebase/Messaging\n  - Flutter\n' >ios/Podfile.lock
printf 'packages:\n  dio:\n    version: "5.7.0"\n  go_router:\n    version: "14.6.0"\n' >pubspec.lock
printf 'build/\n.dart_tool/\nios/Pods/\n' >.gitignore
printf '*.png filter=lfs diff=lfs merge=lfs -text\n*.mp4 filter=lfs diff=lfs merge=lfs -text\n' >.gitattributes
git config filter.lfs.clean cat
git config filter.lfs.smudge cat
commit 'Walk a trail'
git push -qu origin main
branches feature/offline-maps fix/gps-drift l10n/french
for subject in 'Map: zoom with two fingers' 'Trail: the height'; do echo "// $subject" >>lib/screens/map.dart; commit "$subject"; done
git tag 2.2.0 HEAD~1
git tag 2.3.0
mkdir -p build/app/outputs/flutter-apk && put build/app/outputs/flutter-apk/app-release.apk
echo '// profile' >>lib/screens/profile.dart
echo '{}' >>l10n/app_fr.arb

repo apps/choir
put README.md App.tsx index.js babel.config.js metro.config.js tsconfig.json yarn.lock app/{_layout,index,songs}.tsx components/{Player,Song}.tsx \
  assets/{icon,splash}.png ios/Choir/Info.plist ios/Podfile.lock android/app/build.gradle android/gradlew __tests__/{Player,Song}.test.tsx \
  e2e/login.test.ts .maestro/{login,play}.yaml .eslintrc.js .env .env.production
printf "platform :ios, '15.1'\ntarget 'Choir' do\n  use_react_native!\nend\n" >ios/Podfile
chmod +x android/gradlew
cat >package.json <<'T'
{
  "name": "choir",
  "main": "index.js",
  "packageManager": "yarn@1.22.22",
  "scripts": {"start": "expo start", "android": "expo run:android", "ios": "expo run:ios", "lint": "eslint .", "test": "jest",
    "typecheck": "tsc --noEmit", "e2e": "maestro test .maestro", "shots": "node tools/shots.mjs"},
  "dependencies": {"expo": "^52.0.0", "react": "18.3.1", "react-native": "0.76.2", "expo-av": "~15.0.0", "zustand": "^5.0.0"},
  "devDependencies": {"jest": "^29.7.0", "jest-expo": "~52.0.0", "eslint": "^8.57.0", "typescript": "^5.3.0", "patch-package": "^8.0.0"}
}
T
put tools/shots.mjs
printf '{"expo": {"name": "Choir", "slug": "choir", "version": "1.8.0", "android": {"package": "org.choir.app"}}}\n' >app.json
cat >eas.json <<'T'
{
  "build": {"development": {"developmentClient": true}, "preview": {"distribution": "internal"}, "production": {"autoIncrement": true}},
  "submit": {"production": {}}
}
T
printf 'node_modules/\n.expo/\nios/Pods/\n' >.gitignore
commit 'Sing together'
git push -qu origin main
branches feature/playlist chore/expo-53
mkdir -p node_modules/.bin node_modules/expo node_modules/zustand
for name in expo eslint jest tsc react-native patch-package; do printf '#!/bin/sh\n' >node_modules/.bin/$name; chmod +x node_modules/.bin/$name; done
git tag 1.8.0
echo '// louder' >>components/Player.tsx

repo srv/push
put README.md src/{server,queue}.ts Dockerfile .env.example seeds/{tokens,users}.json http/{send,register}.http
printf 'services:\n  api:\n    build: .\n  postgres:\n    image: postgres:16\n  redis:\n    image: redis:7\n' >compose.yaml
printf '.PHONY: up down seed logs deploy\nup:\n\tdocker compose up -d\ndown:\n\tdocker compose down\nseed:\n\t./seed\nlogs:\n\tdocker compose logs -f api\ndeploy:\n\tssh push-prod deploy\n' >Makefile
printf '{"name": "push", "scripts": {"dev": "tsx watch src/server.ts", "build": "tsc"}, "dependencies": {"fastify": "^5.0.0"}}\n' >package.json
commit 'Push to phones'
git push -qu origin main
branches feature/topics
echo '// retry' >>src/queue.ts

cd "$HOME"
mkdir -p .ssh .android/avd/{Pixel_7_API_34,Small_Phone_API_26}.avd shots/raw store/{en,de} films Downloads keys 'Store listing' logs
put shots/raw/{list,map,song}.png shots/{frame.png,banner.svg} store/en/{1,2}.png store/de/1.png films/{demo.mov,walk.mp4,raw.webm} \
  Downloads/{parcels-412.apk,old.apk,trails.aab,trails.apks,platform-tools.zip,dSYMs.zip,bundletool-all.jar} keys/{upload.jks,debug.keystore,AuthKey_7X.p8,choir.mobileprovision} \
  .ssh/{id_ed25519,id_ed25519.pub} 'Store listing/text en.md' logs/{crash-1.txt,logcat-1120.txt} .bashrc notes.md .android/avd/{Pixel_7_API_34,Small_Phone_API_26}.ini
printf 'Host mac-build\n  HostName 192.0.2.20\n  User builder\nHost push-prod push-stage\n  User deploy\n' >.ssh/config
program adb 'case "$*" in
*devices\ -l*) printf "List of devices attached\nemulator-5554          device product:sdk_gphone64_x86_64 model:sdk_gphone64_x86_64 device:emu64xa transport_id:1\nR5CR30ABCDE            device usb:1-2 product:a52qnsxx model:SM_A525F device:a52q transport_id:3\n192.168.1.40:5555      offline product:bramble model:Pixel_4a device:bramble transport_id:4\n\n";;
*devices*) printf "List of devices attached\nemulator-5554\tdevice\nR5CR30ABCDE\tdevice\n192.168.1.40:5555\toffline\n\n";;
*list\ packages*) printf "package:org.parcels.app\npackage:org.parcels.app.test\npackage:org.choir.app\npackage:org.trails\npackage:com.android.settings\n";;
*pm\ list\ users*) printf "Users:\n\tUserInfo{0:Owner:c13} running\n";;
*"shell ls"*) printf "/sdcard/DCIM/\n/sdcard/Download/\n/sdcard/Movies/\n/sdcard/demo.mp4\n/sdcard/shot.png\n";;
*reverse\ --list*) printf "UsbFfs tcp:8081 tcp:8081\n";;
*forward\ --list*) printf "emulator-5554 tcp:9222 localabstract:chrome_devtools_remote\n";;
*"shell settings list"*) printf "animator_duration_scale=1.0\nwindow_animation_scale=1.0\n";;
*getprop*) printf "[ro.build.version.sdk]: [35]\n[ro.product.model]: [SM-A525F]\n";;
esac
case "$*" in *isntall*) exit 1;; esac'
program emulator 'case "$*" in *-list-avds*) printf "Pixel_7_API_34\nSmall_Phone_API_26\n";; esac'
program avdmanager 'case "$*" in
*"list avd"*-c*) printf "Pixel_7_API_34\nSmall_Phone_API_26\n";;
*"list avd"*) printf "Available Android Virtual Devices:\n    Name: Pixel_7_API_34\n  Device: pixel_7 (Google)\n    Path: /home/r/.android/avd/Pixel_7_API_34.avd\n  Target: Google APIs (Google Inc.)\n---------\n    Name: Small_Phone_API_26\n  Device: small_phone (Generic)\n";;
*"list device"*-c*) printf "pixel_6\npixel_7\nsmall_phone\n";;
*"list target"*-c*) printf "android-34\nandroid-35\n";;
*"list device"*) printf "Available devices definitions:\nid: 0 or \"pixel_6\"\n    Name: Pixel 6\n    OEM : Google\n---------\nid: 1 or \"pixel_7\"\n    Name: Pixel 7\n    OEM : Google\n---------\nid: 2 or \"small_phone\"\n    Name: Small Phone\n    OEM : Generic\n";;
*"list target"*) printf "Available Android targets:\n----------\nid: 1 or \"android-34\"\n     Name: Android API 34\n";;
esac'
program sdkmanager 'case "$*" in
*--list_installed*) printf "Installed packages:\n  Path                                        | Version | Description                    | Location\n  -------                                     | ------- | -------                        | -------\n  build-tools;35.0.0                          | 35.0.0  | Android SDK Build-Tools 35     | build-tools/35.0.0\n  emulator                                    | 35.2.10 | Android Emulator               | emulator\n  platform-tools                              | 35.0.2  | Android SDK Platform-Tools     | platform-tools\n  platforms;android-34                        | 3       | Android SDK Platform 34        | platforms/android-34\n  platforms;android-35                        | 2       | Android SDK Platform 35        | platforms/android-35\n  system-images;android-34;google_apis;x86_64 | 14      | Google APIs Intel x86_64       | system-images/android-34/google_apis/x86_64\n";;
*--list*) printf "Installed packages:\n  Path                 | Version | Description                | Location\n  -------              | ------- | -------                    | -------\n  build-tools;35.0.0   | 35.0.0  | Android SDK Build-Tools 35 | build-tools/35.0.0\n  platform-tools       | 35.0.2  | Android SDK Platform-Tools | platform-tools\n  platforms;android-34 | 3       | Android SDK Platform 34    | platforms/android-34\n\nAvailable Packages:\n  Path                                        | Version | Description\n  -------                                     | ------- | -------\n  build-tools;34.0.0                          | 34.0.0  | Android SDK Build-Tools 34\n  cmake;3.22.1                                | 3.22.1  | CMake 3.22.1\n  ndk;27.2.12479018                           | 27.2.12 | NDK (Side by side) 27.2.12479018\n  platforms;android-36                        | 1       | Android SDK Platform 36\n  system-images;android-36;google_apis;x86_64 | 3       | Google APIs Intel x86_64\n\nAvailable Updates:\n  ID             | Installed | Available\n  -------        | -------   | -------\n  platform-tools | 35.0.2    | 36.0.0\n";;
esac'
program flutter 'case "$*" in
*devices*--machine*) printf "[{\"name\":\"sdk gphone64 x86 64\",\"id\":\"emulator-5554\",\"isSupported\":true,\"targetPlatform\":\"android-x64\",\"emulator\":true},{\"name\":\"SM A525F\",\"id\":\"R5CR30ABCDE\",\"isSupported\":true,\"targetPlatform\":\"android-arm64\",\"emulator\":false},{\"name\":\"Chrome\",\"id\":\"chrome\",\"isSupported\":true,\"targetPlatform\":\"web-javascript\",\"emulator\":false}]\n";;
*devices*) printf "Found 3 connected devices:\n  sdk gphone64 x86 64 (mobile) • emulator-5554 • android-x64    • Android 14 (API 34) (emulator)\n  SM A525F (mobile)            • R5CR30ABCDE   • android-arm64  • Android 13 (API 33)\n  Chrome (web)                 • chrome        • web-javascript • Google Chrome 131\n";;
*emulators*) printf "2 available emulators:\n\nId                 • Name               • Manufacturer • Platform\n\nPixel_7_API_34     • Pixel 7 API 34     • Google       • android\nSmall_Phone_API_26 • Small Phone API 26 • Generic      • android\n";;
*"config --list"*) printf "All Settings:\n  enable-web: (Not set)\n  enable-linux-desktop: true\n  android-sdk: (Not set)\n";;
*channel*) printf "Flutter channels:\n  master (latest development branch, for contributors)\n  main\n  beta (updated monthly)\n* stable (updated quarterly)\n";;
*isntall*|*bulid*) exit 64;;
esac'
program fvm 'case "$*" in *list*|*"api list"*) printf "3.24.5\n3.27.0\n";; esac'
program keytool 'case "$*" in *-list*) printf "Keystore type: PKCS12\nKeystore provider: SUN\n\nYour keystore contains 2 entries\n\nupload, Nov 3, 2024, PrivateKeyEntry, \nCertificate fingerprint (SHA-256): 3A:01\nold, Mar 1, 2021, PrivateKeyEntry, \nCertificate fingerprint (SHA-256): 4B:22\n";; esac'
program docker 'case "$*" in
*--services*) printf "api\npostgres\nredis\n";;
*ps*) printf "push-api-1\npush-postgres-1\npush-redis-1\n";;
*images*|*image*ls*) printf "postgres:16\nredis:7\npush-api:latest\n";;
*volume*ls*) printf "push_pgdata\n";;
*network*ls*type=custom*) printf "push_default\n";;
*network*ls*) printf "bridge\npush_default\n";;
esac'
program gh 'case "$*" in
*"pr list"*) printf "57\tA widget for the home screen\n61\tDarker theme\n";;
*"issue list"*) printf "12\tThe token is lost\n19\tCrash on Android 8\n";;
*"release list"*) printf "Parcels 4.1.2\tLatest\tv4.1.2\t2025-10-02T10:00:00Z\nParcels 4.1.1\t\tv4.1.1\t2025-09-02T10:00:00Z\n";;
*"run list"*) printf "completed\tsuccess\tPush: keep the token\tAndroid\tmain\tpush\t9001\t4m1s\t2025-10-02T10:00:00Z\n";;
*"workflow list"*) printf "Android\tactive\t101\nRelease\tactive\t102\n";;
esac'
program melos 'case "$*" in *"list"*) printf "api\ngeo\n";; esac'
program git-lfs 'case "$*" in *ls-files*-n*|*ls-files*--name-only*) printf "assets/hill.png\n";; *ls-files*) printf "3f2a91c0de * assets/hill.png\n";; track) printf "Listing tracked patterns\n    *.png (.gitattributes)\n    *.mp4 (.gitattributes)\n";; esac'
program pod 'case "$*" in *lsit*) exit 1;; esac'
program eas
program ssh 'case "$*" in *mac-biuld*) exit 255;; esac'
program yarn 'case "$*" in *andriod*) exit 1;; esac'
programs apksigner zipalign aapt aapt2 bundletool apkanalyzer jarsigner java kotlinc ktlint detekt gradle fastlane bundle dart npm npx node watchman expo \
  firebase scrcpy maestro convert magick mogrify identify ffmpeg ffprobe cwebp pngquant optipng scp rsync sftp ssh-copy-id ssh-keygen jq curl make \
  vim code man less zip unzip openssl base64 xdg-open studio psql redis-cli tmux wget sudo tail journalctl idb xcrun xcodebuild gem ruby brew
