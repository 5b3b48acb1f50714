import Testing

@testable import PanelHardware

@Suite("PWM chips by name") struct RingPwmChipTests {
  private func failure(_ chip: PwmChipModel, _ name: String) -> RingError? {
    do throws(RingError) {
      _ = try PwmChips("/sys/class/pwm", chip).find(name)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: ["pca9685", "pca9685 at 0x41", "1-0041"])
  func aPca9685ByItsName(name: String) throws {
    let chip = PwmChipModel(channels: 16)
    (chip.device, chip.driver) = ("1-0041", "pca9685-pwm")
    #expect(try PwmChips("/sys/class/pwm", chip).find(name) == chip.chip)
  }

  @Test(arguments: [
    ("pca9685", "1-0041", "pwm-other", "pwmchip2 (1-0041)", ""),
    ("pca9685 at 0x42", "1-0041", "pca9685-pwm", "pwmchip2 (1-0041, a PCA9685)", ",addr=0x42"),
    ("1-0040", "1-0041", "pca9685-pwm", "pwmchip2 (1-0041, a PCA9685)", ""),
  ])
  func aMissingPca9685NamesItsOverlay(
    name: String, device: String, driver: String, there: String, address: String
  ) {
    let chip = PwmChipModel(channels: 16)
    (chip.device, chip.driver) = (device, driver)
    #expect(
      failure(chip, name)?.description
        == "there is no PWM chip \(name) in /sys/class/pwm; there are \(there); load the PCA9685's "
        + "driver (Raspberry Pi: dtoverlay=i2c-pwm-pca9685a\(address)) or name another chip")
  }
}
